import { NativeSelect, Textarea } from "@mantine/core";
import { fieldProblem } from "../../../components/form-problems.tsx";
import { taskKinds } from "../../../components/tasks/tasks.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import classes from "./automations.module.css";
import type { RuleDraft } from "./rule-draft.ts";

interface TaskFieldsProps {
  readonly draft: RuleDraft;
  readonly set: (change: Partial<RuleDraft>) => void;
  readonly error: unknown;
}

/** The work that a rule plans, and what to tick off. */
export function TaskFields({ draft, set, error }: TaskFieldsProps) {
  const { t } = useI18n();
  return (
    <>
      <NativeSelect
        className={classes.double}
        label={t("tasks.kind")}
        value={draft.task_kind}
        error={fieldProblem(error, "task_kind")}
        data={taskKinds.map((value) => ({ value, label: t(`tasks.kinds.${value}`) }))}
        onChange={({ currentTarget }) =>
          set({ task_kind: taskKinds.find((one) => one === currentTarget.value) ?? draft.task_kind })
        }
      />
      <Textarea
        className={classes.wide}
        autosize
        minRows={3}
        label={t("tasks.checklist")}
        description={t("tasks.checklistHint")}
        value={draft.task_checklist}
        error={fieldProblem(error, "task_checklist")}
        onChange={({ currentTarget }) => set({ task_checklist: currentTarget.value })}
      />
    </>
  );
}
