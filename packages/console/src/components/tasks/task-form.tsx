import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { field } from "../fields/field.ts";
import type { RecordFields } from "../records/conditional-dialog.tsx";
import { FieldGrid, wordsOf } from "../records/field-grid.tsx";
import { RecordDialog } from "../records/record-dialog.tsx";
import { draftOf, type NewTask, type TaskDraft, useTaskWriting } from "./task-draft.ts";
import { type Task, taskKinds } from "./tasks.ts";
import { useAssignees } from "./use-assignees.ts";

interface TaskFormProps {
  /** Undefined for a new task. */
  readonly id: number | undefined;
  readonly begun: NewTask;
  readonly rentals: ReadonlyMap<number, { readonly name: string }>;
  readonly close: () => void;
}

/** A task's plan: what, when, who, and the checklist. */
export function TaskForm({ id, begun, rentals, close }: TaskFormProps) {
  const { t } = useI18n();
  const assignees = useAssignees();
  const [booking] = useState(begun.booking);
  const writing = useTaskWriting(booking);
  const choicesOf = (entries: Iterable<readonly [string | number, string]>) =>
    [...entries].map(([value, label]) => ({ value: String(value), label }));
  const houses = [...rentals].map(([value, { name }]) => [value, name] as const);
  const fields = [
    { ...field("rental_id", "text", true), label: t("tasks.rental"), choices: choicesOf(houses) },
    {
      ...field("kind", "text", true),
      label: t("tasks.kind"),
      choices: choicesOf(taskKinds.map((kind) => [kind, t(`tasks.kinds.${kind}`)] as const)),
    },
    { ...field("title"), label: t("tasks.name"), description: t("tasks.nameHint") },
    { ...field("assignee"), label: t("tasks.assignee"), description: t("tasks.anyone"), choices: choicesOf(assignees) },
    { ...field("firstDay", "date", true), label: t("tasks.firstDay") },
    { ...field("fromTime"), label: t("tasks.from"), description: "HH:MM" },
    { ...field("lastDay", "date", true), label: t("tasks.lastDay") },
    { ...field("untilTime"), label: t("tasks.until"), description: "HH:MM" },
    {
      ...field("moves_with"),
      label: t("tasks.movesWith"),
      choices: choicesOf([
        ["arrival", t("tasks.arrival")],
        ["departure", t("tasks.departure")],
      ]),
    },
    { ...field("notes", "notes"), label: t("tasks.notes") },
    { ...field("checklist", "notes"), label: t("tasks.checklist"), description: t("tasks.checklistHint") },
  ];
  // The rental is the booking's, and only a booking's task moves.
  const shownFor = (of: TaskDraft) =>
    fields.filter(({ name }) =>
      name === "rental_id"
        ? booking === undefined
        : name !== "moves_with" || booking !== undefined || of.moves_with !== "",
    );
  return (
    <RecordDialog<Task, TaskDraft, number>
      {...{ id, writing, close }}
      {...wordsOf(fields)}
      kind="tasks"
      title={id === undefined ? t("tasks.new") : t("tasks.change")}
      draftOf={(task) => draftOf(task, begun)}
      saved={id === undefined ? t("tasks.created") : t("tasks.saved")}
    >
      {(form) => (
        <>
          <FieldGrid fields={shownFor(form.draft)} form={form} />
          <LastChecklist form={form} />
        </>
      )}
    </RecordDialog>
  );
}

/** Days in which an earlier checklist is looked for. */
const lookbackMs = 180 * 86_400_000;

/** Takes the checklist of the rental's latest task of this kind over. */
function LastChecklist({ form: { draft, setDraft } }: { readonly form: RecordFields<TaskDraft> }) {
  const { t } = useI18n();
  const { client } = useSession();
  const taking = useMutation({
    mutationFn: async () => {
      const kind = taskKinds.filter((one) => one === draft.kind);
      const from = new Date(Date.now() - lookbackMs).toISOString().slice(0, 10);
      const query = { rental_id: [Number(draft.rental_id)], kind, from };
      let latest: Task | undefined;
      for await (const task of client.records("/tasks", { params: { query } }))
        if (task.checklist.length > 0 && (!latest || task.due_from >= latest.due_from)) latest = task;
      return latest?.checklist.map(({ text }) => text).join("\n") ?? "";
    },
    onSuccess: (checklist) => checklist !== "" && setDraft((before) => ({ ...before, checklist })),
  });
  if (draft.rental_id === "" || draft.checklist.trim() !== "") return null;
  return (
    <div>
      <Button variant="default" size="compact-sm" loading={taking.isPending} onClick={() => taking.mutate()}>
        {t("tasks.last")}
      </Button>
      <output className="hint">{taking.data === "" ? ` ${t("tasks.noLast")}` : ""}</output>
    </div>
  );
}
