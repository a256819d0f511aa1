import { Button } from "@mantine/core";
import { useI18n } from "../i18n/i18n.ts";
import { reasonOf } from "./reason.ts";

/** A failure and its remedy. */
export function Failure({ error, reset }: { readonly error: unknown; readonly reset?: () => void }) {
  const { t } = useI18n();
  return (
    <div className="failure" role="alert">
      <strong>{t("failure.title")}</strong>
      <p>{reasonOf(error, t)}</p>
      {reset && (
        <Button variant="default" onClick={reset}>
          {t("failure.again")}
        </Button>
      )}
    </div>
  );
}
