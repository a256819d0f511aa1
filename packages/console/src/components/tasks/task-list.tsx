import { Badge, UnstyledButton } from "@mantine/core";
import { useI18n } from "../../i18n/i18n.ts";
import { dayOf } from "../days.ts";
import type { Formats } from "../formats.ts";
import { nameOfTask, progressOf, timesOf } from "./task-words.ts";
import classes from "./tasks.module.css";
import type { Task } from "./tasks.ts";
import { useAssignees } from "./use-assignees.ts";

interface TaskListProps {
  readonly label: string;
  readonly tasks: readonly Task[];
  /** Names by id; absent where the list is of one rental. */
  readonly rentals?: ReadonlyMap<number, { readonly name: string }>;
  /** Epoch day. */
  readonly today: number;
  readonly formats: Formats;
  readonly open: (id: number) => void;
}

/** Tasks with their times, assignees and progress. Each opens its dialog. */
export function TaskList({ label, tasks, rentals, today, formats, open }: TaskListProps) {
  const { t } = useI18n();
  const assignees = useAssignees();
  const assigneeOf = ({ assigned_user_id: user, links }: Task) =>
    assignees.get(user ? `user ${user}` : `link ${links.cleaning_link}`);
  return (
    <ul className={classes.tasks} aria-label={label}>
      {tasks.map((task) => {
        const rental = rentals?.get(task.links.rental)?.name;
        const about = [timesOf(task, t, formats), assigneeOf(task), progressOf(task, t)].filter(Boolean).join(" · ");
        const isOverdue = task.status === "open" && dayOf(task.due_until) < today;
        return (
          <li key={task.id} data-status={task.status}>
            <UnstyledButton onClick={() => open(task.id)}>
              <strong>{[rental, nameOfTask(task, t)].filter(Boolean).join(": ")}</strong>
              <span>{about}</span>
            </UnstyledButton>
            <span className={classes.marks}>
              {task.problem && !task.problem_solved && (
                <Badge color="red" variant="light">
                  {t("tasks.problem")}
                </Badge>
              )}
              {isOverdue && (
                <Badge color="orange" variant="light">
                  {t("tasks.overdue")}
                </Badge>
              )}
              {task.status === "done" && <Badge variant="light">{t("tasks.done")}</Badge>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
