import { Checkbox } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useI18n } from "../../i18n/i18n.ts";
import { FormProblems } from "../form-problems.tsx";
import { type Task, useTaskSteps } from "./tasks.ts";

interface Tick {
  readonly text: string;
  readonly done: boolean;
}

/** A task's checklist. A tick shows at once, and is reverted if the service refuses it. */
export function TaskChecklist({ task, mayReport }: { readonly task: Task; readonly mayReport: boolean }) {
  const { t } = useI18n();
  const steps = useTaskSteps(task.id);
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map());
  const ticking = useMutation({
    // One after the other, so that the last tick of a line stays.
    scope: { id: `checklist ${task.id}` },
    mutationFn: (tick: Tick) => steps.report({ checklist: [tick] }),
    onMutate: ({ text, done }) => setTicks((before) => new Map(before).set(text, done)),
    onSettled: (_data, _error, { text }) => setTicks((before) => new Map([...before].filter(([key]) => key !== text))),
  });
  if (task.checklist.length === 0) return null;
  return (
    <fieldset>
      <legend>{t("tasks.checklist")}</legend>
      {task.checklist.map(({ text, done }) => (
        <Checkbox
          key={text}
          label={text}
          checked={ticks.get(text) ?? done}
          disabled={!mayReport}
          onChange={({ currentTarget: { checked } }) => ticking.mutate({ text, done: checked })}
        />
      ))}
      <FormProblems error={ticking.error} excluded={[]} />
    </fieldset>
  );
}
