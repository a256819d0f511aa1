import { Link } from "@tanstack/react-router";
import { useSession } from "../../app/session.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./inbox.module.css";
import { type Shown, shownKinds } from "./inbox-search.ts";

/** Chooses the list of conversations. Kept in the address. */
export function InboxFilters({ shown }: { readonly shown: Shown }) {
  const { t } = useI18n();
  const { may } = useSession();
  return (
    <nav className={classes.filters} aria-label={t("inbox.filters")}>
      {shownKinds.map((kind) => (
        <Link
          key={kind}
          to="/inbox"
          search={kind === "open" ? {} : { shown: kind }}
          activeProps={{}}
          aria-current={kind === shown ? "true" : undefined}
        >
          {t(`inbox.shown.${kind}`)}
        </Link>
      ))}
      {may("inquiries_read") && <Link to="/inquiries">{t("screens.inquiries")}</Link>}
    </nav>
  );
}
