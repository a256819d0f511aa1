import { Button, Group } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { focusWhenShown } from "../../../components/focus-when-shown.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { RunProgress } from "./check-step.tsx";
import type { Import } from "./imports.ts";
import { RejectedButton } from "./rejected-button.tsx";
import { Counts } from "./report.tsx";

/** The third step: progress, then the result and where to go from here. */
export function DoneStep({ record, restart }: { readonly record: Import; readonly restart: () => void }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  if (record.state === "applying") return <RunProgress record={record} label={t("imports.applying")} />;
  const { sample, kind, wrong_count: wrong } = record;
  return (
    <>
      <p role="status" tabIndex={-1} ref={focusWhenShown}>
        <strong>{t("imports.done", { count: record.created_count + record.updated_count })}</strong>
      </p>
      <Counts record={record} />
      <Group mt="md">
        {kind === "bookings" && (
          <Button
            onClick={() => void navigate({ to: "/calendar", search: sample ? { day: sample.earliest_arrival } : {} })}
          >
            {t("imports.toCalendar")}
          </Button>
        )}
        {wrong > 0 && <RejectedButton record={record} />}
        <Button variant="default" onClick={restart}>
          {t("imports.another")}
        </Button>
      </Group>
    </>
  );
}
