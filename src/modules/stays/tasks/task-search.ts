import { booleanParameter, endParameter, idList, timeParameter, wordList } from "../../../kernel/search.ts";

/** The kinds of work. */
export const taskKinds = ["cleaning", "laundry", "inspection", "maintenance", "welcome", "other"] as const;

/** The list's search parameters. By default it shows open and done tasks. */
export const taskSearch = {
  from: timeParameter({
    condition: "tasks.due_until >= :from",
    description: "Tasks due at or after this time on the rental's clock.",
  }),
  until: endParameter({
    condition: "tasks.due_from < :until",
    description: "Tasks that may begin before this time, or up to the end of this day.",
  }),
  status: wordList(["open", "done"], {
    condition: "case when tasks.done_at is null then 'open' else 'done' end = any(:status)",
    description: "Comma-separated statuses: open, done.",
  }),
  include_canceled: booleanParameter({
    condition: ":include_canceled or tasks.canceled_at is null",
    defaultCondition: { condition: "tasks.canceled_at is null", shownBy: true },
    description: "Includes canceled tasks.",
  }),
  with_problem: booleanParameter({
    condition: ":with_problem = (tasks.problem is not null and not tasks.problem_solved)",
    description: "Tasks with a problem that is not solved yet, or those without.",
  }),
  kind: wordList(taskKinds, { condition: "tasks.kind = any(:kind)", description: "Comma-separated kinds." }),
  rental_id: idList({ condition: "tasks.rental_id = any(:rental_id)", description: "Comma-separated rental ids." }),
  booking_id: idList({
    condition: "tasks.booking_id = any(:booking_id)",
    description: "Comma-separated booking ids.",
  }),
  assigned_user_id: idList({
    condition: "tasks.assigned_user_id = any(:assigned_user_id)",
    description: "Comma-separated ids of members.",
  }),
  cleaning_link_id: idList({
    condition: "tasks.cleaning_link_id = any(:cleaning_link_id)",
    description: "Comma-separated ids of cleaning links.",
  }),
};
