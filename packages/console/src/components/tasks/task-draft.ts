import { useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { ifMatch, type Seen } from "../conflict/version.ts";
import { type RecordWriting, versioned } from "../records/record-writing.ts";
import { type Task, taskKinds } from "./tasks.ts";

/** A task's plan in a form, as texts. */
export interface TaskDraft {
  readonly rental_id: string;
  readonly kind: string;
  readonly title: string;
  /** Days as YYYY-MM-DD, times as HH:MM; an empty time means the whole day. */
  readonly firstDay: string;
  readonly fromTime: string;
  readonly lastDay: string;
  readonly untilTime: string;
  readonly moves_with: string;
  /** `user 5`, `link 7`, or empty. */
  readonly assignee: string;
  readonly notes: string;
  /** A line for each item. */
  readonly checklist: string;
}

/** A new task's beginning: of a rental and day, or of a booking. */
export interface NewTask {
  readonly day: string;
  readonly time?: string;
  readonly rental?: number;
  readonly booking?: number;
}

export function draftOf(task: Task | undefined, begun: NewTask): TaskDraft {
  if (!task)
    return {
      ...{ rental_id: begun.rental === undefined ? "" : String(begun.rental), kind: "cleaning", title: "" },
      ...{ firstDay: begun.day, fromTime: begun.time ?? "", lastDay: begun.day, untilTime: "", notes: "" },
      ...{ moves_with: begun.booking === undefined ? "" : "departure", assignee: "", checklist: "" },
    };
  const { links, assigned_user_id: user } = task;
  return {
    ...{ rental_id: String(links.rental), kind: task.kind, title: task.title ?? "", notes: task.notes ?? "" },
    ...{ firstDay: task.due_from.slice(0, 10), fromTime: task.due_from.slice(11, 16) },
    ...{ lastDay: task.due_until.slice(0, 10), untilTime: task.due_until.slice(11, 16) },
    moves_with: task.moves_with ?? "",
    assignee: user ? `user ${user}` : links.cleaning_link ? `link ${links.cleaning_link}` : "",
    checklist: task.checklist.map(({ text }) => text).join("\n"),
  };
}

const timeOf = (day: string, time: string): string => (time === "" ? day : `${day}T${time.padStart(5, "0")}:00Z`);

/** @param ticked the items that are done, which keep their ticks */
function bodyOf(draft: TaskDraft, ticked: ReadonlySet<string>) {
  const [who, id] = draft.assignee.split(" ");
  const texts = [...new Set(draft.checklist.split("\n").map((line) => line.trim()))].filter((line) => line !== "");
  return {
    ...{ title: draft.title.trim() || null, notes: draft.notes.trim() || null },
    kind: taskKinds.find((kind) => kind === draft.kind) ?? "other",
    ...{ due_from: timeOf(draft.firstDay, draft.fromTime), due_until: timeOf(draft.lastDay, draft.untilTime) },
    moves_with: draft.moves_with === "arrival" || draft.moves_with === "departure" ? draft.moves_with : null,
    assigned_user_id: who === "user" ? Number(id) : null,
    cleaning_link_id: who === "link" ? Number(id) : null,
    checklist: texts.map((text) => ({ text, done: ticked.has(text) })),
  } as const;
}

/** Reads and writes plans. @param booking of a new task */
export function useTaskWriting(booking: number | undefined): RecordWriting<Task, TaskDraft, number> {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: [account.id, "tasks"] });
  const idempotencyKey = crypto.randomUUID();
  return {
    async read(id) {
      const params = { path: { task_id: [id] } };
      const { data, response } = await client.GET("/tasks/{task_id}", { params });
      return versioned(data.tasks[0], response);
    },
    async create(draft) {
      const of = booking === undefined ? { rental_id: Number(draft.rental_id) } : { booking_id: booking };
      await client.POST("/tasks", { body: { tasks: [{ ...bodyOf(draft, new Set()), ...of }] }, idempotencyKey });
      await refresh();
    },
    async change({ id, etag, checklist, links }: Seen<Task>, draft) {
      const ticked = new Set(checklist.filter(({ done }) => done).map(({ text }) => text));
      const rental = links.booking ? {} : { rental_id: Number(draft.rental_id) };
      await client.PUT("/tasks/{task_id}", {
        ...{ params: { path: { task_id: id } }, headers: ifMatch(etag) },
        body: { tasks: [{ ...bodyOf(draft, ticked), ...rental }] },
      });
      await refresh();
    },
  };
}
