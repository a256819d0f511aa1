import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { FormProblems } from "../../../components/form-problems.tsx";
import type { Formats } from "../../../components/formats.ts";
import { useNotices } from "../../../components/notices.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { type RuleAction, useActionWriting } from "./actions.ts";

interface PlannedActionProps {
  readonly action: RuleAction;
  readonly name: string;
  readonly formats: Formats;
  readonly edit: () => void;
  readonly drop: () => void;
}

/** An action with its time and state. A pending one can be changed; one that did nothing can still be sent. */
export function PlannedAction({ action, name, formats, edit, drop }: PlannedActionProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { pause, resume, sendNow } = useActionWriting();
  const acting = useMutation({ mutationFn: (act: () => Promise<void>) => act() });
  const { state, reason } = action;
  const isPending = state === "scheduled" || state === "paused";
  const why = reason && (t.find(`plannedActions.reasons.${reason}`) ?? reason);
  // The rental's clock, which the service writes as if in UTC.
  const moment = formats.moment(
    action.acted_at ? action.acted_at : action.local_due_at,
    action.acted_at ? undefined : "UTC",
  );
  const button = (label: string, act: () => void) => (
    <Button
      size="compact-sm"
      variant="default"
      disabled={acting.isPending}
      aria-label={t("records.of", { action: label, name })}
      onClick={act}
    >
      {label}
    </Button>
  );
  return (
    <li>
      <strong>{name}</strong>
      <small>
        {moment} · {t(`plannedActions.states.${state}`)}
        {why && ` (${why})`}
      </small>
      {action.content !== null && <small>{t("plannedActions.ownText")}</small>}
      <Group gap="xs" my="xs">
        {isPending && action.rule?.effect === "message" && button(t("plannedActions.edit"), edit)}
        {state === "scheduled" && button(t("plannedActions.pause"), () => acting.mutate(() => pause(action)))}
        {action.held && isPending && button(t("plannedActions.resume"), () => acting.mutate(() => resume(action)))}
        {(isPending || state === "skipped" || state === "failed") &&
          button(t("plannedActions.sendNow"), () =>
            acting.mutate(() => sendNow(action), {
              onSuccess: () => notify({ text: t("plannedActions.queued", { name }) }),
            }),
          )}
        {isPending && button(t("plannedActions.drop"), drop)}
      </Group>
      <FormProblems error={acting.error} excluded={[]} />
    </li>
  );
}
