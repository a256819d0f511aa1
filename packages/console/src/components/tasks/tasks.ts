import type { RecordOf, Resource } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { dayOf, textOf } from "../days.ts";

/** Work in a rental, with its photos (docs/guides/tasks.md). */
export type Task = RecordOf<"/tasks">;

export const taskKinds = ["cleaning", "laundry", "inspection", "maintenance", "welcome", "other"] as const;

/** Days before today whose open tasks are still shown, as overdue. */
const overdueDays = 14;

/** The tasks that a list shows. */
export interface TaskFilter {
  readonly from?: string;
  readonly until?: string;
  readonly booking_id?: number[];
  readonly with_problem?: boolean;
}

/** Whether the role sees tasks, and whether it plans them; cleaners only report. */
export function useTaskRights() {
  const { may, sees } = useSession();
  const mayWrite = may("tasks_write") && sees("tasks");
  return { sees: may("tasks_read") && sees("tasks"), mayReport: mayWrite, mayPlan: mayWrite && may("bookings_write") };
}

/** The tasks of a filter, earliest first. */
export function useTasks(filter: TaskFilter) {
  const { client, account } = useSession();
  const rights = useTaskRights();
  return useQuery({
    queryKey: [account.id, "tasks", filter],
    queryFn: async ({ signal }) => {
      const tasks: Task[] = [];
      const query = { ...filter, include: ["task_photos"] };
      for await (const task of client.records("/tasks", { params: { query }, signal })) tasks.push(task);
      return tasks.toSorted((one, other) => one.due_from.localeCompare(other.due_from) || one.id - other.id);
    },
    enabled: rights.sees,
  });
}

/** The tasks of some days, and today the open ones of the two weeks before. @param from, last epoch days */
export function useTasksByDay(from: number, last: number, today: number) {
  const begin = from === today ? today - overdueDays : from;
  const tasks = useTasks({ from: textOf(begin), until: textOf(last) });
  const shown = tasks.data?.filter(({ due_until, status }) => status === "open" || dayOf(due_until) >= from) ?? [];
  return { ...tasks, byDay: Map.groupBy(shown, ({ due_from }) => Math.max(from, dayOf(due_from))) };
}

/** One task, refetched when it changes. */
export function useTask(id: number) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "tasks", "one", id],
    queryFn: async ({ signal }) => {
      const params = { path: { task_id: [id] }, query: { include: ["task_photos"] } };
      const [task] = (await client.GET("/tasks/{task_id}", { params, signal })).data.tasks;
      if (!task) throw new TypeError("The task is gone.");
      return task;
    },
  });
}

/** An assignee's report. Absent parts stay. */
export interface Report {
  readonly checklist?: { readonly text: string; readonly done: boolean }[];
  readonly done?: boolean;
  readonly minutes?: number | null;
  readonly problem?: string;
}

/** The steps of a task after its planning. */
export function useTaskSteps(id: number) {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const path = { task_id: id };
  const refresh = () => queries.invalidateQueries({ queryKey: [account.id, "tasks"] });
  return {
    async report(report: Report): Promise<void> {
      await client.POST("/tasks/{task_id}/report", { params: { path }, body: { tasks: [report] } });
      await refresh();
    },
    async cancel(): Promise<void> {
      await client.DELETE("/tasks/{task_id}", { params: { path } });
      await refresh();
    },
    /** @param photo in base64 */
    async addPhoto(photo: string, idempotencyKey: string): Promise<void> {
      const body = { task_photos: [{ photo }] };
      await client.POST("/tasks/{task_id}/task_photos", { params: { path }, body, idempotencyKey });
      await refresh();
    },
    async removePhoto(photo: number): Promise<void> {
      await client.DELETE("/task_photos/{task_photo_id}", { params: { path: { task_photo_id: photo } } });
      await refresh();
    },
  };
}

export type TaskPhoto = Resource<"task_photos">;
