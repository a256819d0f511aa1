import { Button, Group, Modal, NumberInput, Textarea } from "@mantine/core";
import { useState } from "react";
import { useI18n } from "../../i18n/i18n.ts";
import { DialogFooter } from "../dialog-footer.tsx";
import { FormProblems } from "../form-problems.tsx";
import type { Formats } from "../formats.ts";
import { useNotices } from "../notices.tsx";
import { Pending } from "../pending.tsx";
import { useSubmit } from "../use-submit.ts";
import { SolveProblem } from "./solve-problem.tsx";
import { TaskChecklist } from "./task-checklist.tsx";
import { TaskPhotos } from "./task-photos.tsx";
import { nameOfTask, timesOf } from "./task-words.ts";
import classes from "./tasks.module.css";
import { type Report, type Task, useTask, useTaskRights, useTaskSteps } from "./tasks.ts";

interface TaskDialogProps {
  readonly id: number;
  readonly rentals: ReadonlyMap<number, { readonly name: string }>;
  readonly formats: Formats;
  /** Opens the plan. */
  readonly edit: (task: Task) => void;
  readonly close: () => void;
}

/** A task: its checklist, photos and problem, with the assignee's steps. */
export function TaskDialog({ id, rentals, formats, edit, close }: TaskDialogProps) {
  const { t } = useI18n();
  const read = useTask(id);
  const task = read.data;
  const title = task && [rentals.get(task.links.rental)?.name, nameOfTask(task, t)].filter(Boolean).join(": ");
  return (
    <Modal
      opened
      size="lg"
      onClose={close}
      title={title ?? t("tasks.title")}
      closeButtonProps={{ "aria-label": t("notices.close") }}
    >
      {task ? <TaskView {...{ task, formats, edit, close }} /> : <Pending reads={[read]} />}
    </Modal>
  );
}

interface TaskViewProps extends Pick<TaskDialogProps, "formats" | "edit" | "close"> {
  readonly task: Task;
}

function TaskView({ task, formats, edit, close }: TaskViewProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const rights = useTaskRights();
  const steps = useTaskSteps(task.id);
  const reporting = useSubmit({ mutationFn: (report: Report) => steps.report(report) });
  const canceling = useSubmit({
    mutationFn: () => steps.cancel(),
    onSuccess: () => {
      notify({ text: t("tasks.canceled") });
      close();
    },
  });
  const mayReport = rights.mayReport && task.status !== "canceled";
  return (
    <div className={classes.task}>
      <p className="hint">{timesOf(task, t, formats)}</p>
      {task.done_at && <p>{t("tasks.doneBy", { name: task.done_by ?? "", moment: formats.moment(task.done_at) })}</p>}
      {task.notes && <p className={classes.notes}>{task.notes}</p>}
      <TaskChecklist task={task} mayReport={mayReport} />
      {task.problem && <SolveProblem task={task} mayPlan={rights.mayPlan} />}
      <TaskPhotos task={task} mayAdd={mayReport} mayRemove={rights.mayPlan} />
      {mayReport && <ReportForm key={task.id} task={task} send={(report) => reporting.mutateAsync(report)} />}
      <FormProblems error={reporting.error ?? canceling.error} excluded={[]} />
      <DialogFooter
        aside={
          rights.mayPlan &&
          task.status === "open" && (
            <Button variant="default" color="red" loading={canceling.isPending} onClick={() => canceling.submit()}>
              {t("tasks.cancel")}
            </Button>
          )
        }
      >
        {rights.mayPlan && task.status !== "canceled" && (
          <Button variant="default" onClick={() => edit(task)}>
            {t("tasks.change")}
          </Button>
        )}
        {mayReport && (
          <Button loading={reporting.isPending} onClick={() => reporting.submit({ done: task.status !== "done" })}>
            {task.status === "done" ? t("tasks.reopen") : t("tasks.markDone")}
          </Button>
        )}
      </DialogFooter>
    </div>
  );
}

interface ReportFormProps {
  readonly task: Task;
  readonly send: (report: Report) => Promise<void>;
}

/** Minutes, and a problem. */
function ReportForm({ task, send }: ReportFormProps) {
  const { t } = useI18n();
  const [minutes, setMinutes] = useState<string | number>(task.minutes ?? "");
  const [problem, setProblem] = useState("");
  const sending = useSubmit({
    mutationFn: () =>
      send({
        ...(typeof minutes === "number" && minutes !== task.minutes ? { minutes } : {}),
        ...(problem.trim() === "" ? {} : { problem: problem.trim() }),
      }),
    onSuccess: () => setProblem(""),
  });
  const isChanged = problem.trim() !== "" || (typeof minutes === "number" && minutes !== task.minutes);
  return (
    <form
      className={classes.report}
      onSubmit={(event) => {
        event.preventDefault();
        sending.submit();
      }}
    >
      <NumberInput
        label={t("tasks.minutes")}
        allowDecimal={false}
        allowNegative={false}
        max={10_080}
        value={minutes}
        onChange={setMinutes}
      />
      <Textarea
        label={t("tasks.report")}
        autosize
        maxLength={2000}
        value={problem}
        onChange={({ currentTarget }) => setProblem(currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button type="submit" variant="default" disabled={!isChanged} loading={sending.isPending}>
          {t("records.save")}
        </Button>
      </Group>
    </form>
  );
}
