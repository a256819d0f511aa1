import { Button, EmptyState as Panel } from "@mantine/core";
import { Forbidden } from "@roost/client";
import { CircleAlert } from "lucide-react";
import { useI18n } from "../i18n/i18n.ts";
import { reasonOf } from "./reason.ts";
import classes from "./states.module.css";

/** A failure and its remedy. */
export function Failure({ error, reset }: { readonly error: unknown; readonly reset?: () => void }) {
  const { t } = useI18n();
  return (
    <Panel
      className={`failure ${classes.failure}`}
      role="alert"
      icon={<CircleAlert aria-hidden />}
      title={t("failure.title")}
      // The API's own words for it are scopes.
      description={error instanceof Forbidden ? t("failure.forbidden") : reasonOf(error, t)}
    >
      {reset && (
        <Panel.Actions>
          <Button variant="default" onClick={reset}>
            {t("failure.again")}
          </Button>
        </Panel.Actions>
      )}
    </Panel>
  );
}
