import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { navigationFor } from "../app/navigation.ts";
import { useSession } from "../app/session.tsx";
import { useI18n } from "../i18n/i18n.ts";
import { EmptyState } from "./empty-state.tsx";
import { PageHeader } from "./page-header.tsx";
import classes from "./states.module.css";

interface NotFoundProps {
  /** The heading that says that something was not found; by default, the page. */
  readonly title?: string;
  /** The screen to continue with. A role that cannot open it continues with its start screen. */
  readonly screen?: string;
}

/** A screen for a link to a record or a page that does not exist, with a way on. */
export function NotFound({ title, screen }: NotFoundProps) {
  const { t } = useI18n();
  const { account } = useSession();
  const screens = navigationFor(account);
  const next = screens.find(({ to }) => to === screen) ?? screens[0];
  return (
    <div className={classes.pending}>
      <PageHeader title={title ?? t("failure.notThere")} />
      <EmptyState
        icon={SearchX}
        text={t("failure.checkLink")}
        action={
          next && (
            <Button variant="default" renderRoot={(props) => <Link to={next.to} {...props} />}>
              {t(`screens.${next.title}`)}
            </Button>
          )
        }
      />
    </div>
  );
}
