import { boolean, id, integer, oneOf, string, text, time, timestamps } from "../../../kernel/attribute.ts";
import { many, one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { hasErasedGuest } from "../bookings/guest/erased-guest.ts";
import { stayMoment } from "../bookings/stay-moment.ts";
import { checklist } from "./checklist.ts";
import { taskKinds, taskSearch } from "./task-search.ts";

export type TaskKind = (typeof taskKinds)[number];

/** The ends of a stay that a task may follow. */
export const stayEnds = ["arrival", "departure"] as const;
export type StayEnd = (typeof stayEnds)[number];

/** SQL: processing is restricted for the guest of the task's booking. */
const hasRestrictedGuest = `exists (select from bookings
  join clients on clients.account_id = :account_of(bookings) and clients.id = bookings.client_id
  where bookings.account_id = :account_of(tasks) and bookings.id = tasks.booking_id and clients.processing_restricted_at is not null)`;

/** Work to do in a rental, such as the cleaning after a stay (docs/guides/tasks.md). */
export const task = defineResource("tasks", {
  singular: "task",
  description:
    "Work to do in a rental: cleaning, laundry, an inspection. A booking's open tasks move with its stay and are canceled with it.",
  readScopes: ["tasks_read", "tasks_write"],
  attributes: {
    id: id(),
    kind: oneOf(taskKinds).presentOrAbsent().description("The kind of work; cleaning by default."),
    title: string({ maxLength: 100 }).personal().description("A title, where the kind does not say enough."),
    notes: text({ maxLength: 5000 }).personal().description("Instructions for the assignee."),
    due_from: stayMoment("tasks")
      .present()
      .persistedByOperation()
      .description(
        "The earliest time to do it, on the rental's clock. With moves_with: by default the departure, or midnight before the arrival.",
      ),
    due_until: stayMoment("tasks")
      .present()
      .persistedByOperation()
      .description("The latest time to do it. By default the end of due_from's day; before an arrival, the arrival."),
    moves_with: oneOf(stayEnds).description(
      "arrival or departure: its times move with that end of the booking's stay. Null: they stay.",
    ),
    status: oneOf(["open", "done", "canceled"])
      .from(
        "case when tasks.canceled_at is not null then 'canceled' when tasks.done_at is not null then 'done' else 'open' end",
      )
      .present()
      .description("open, done or canceled."),
    assigned_user_id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).description(
      "The member of the account who does it; null for none. A task has a member or a cleaning link, not both.",
    ),
    checklist: checklist()
      .neverNull()
      .personal()
      .description("What to tick off. A write replaces it, as texts or as objects with text and done."),
    minutes: integer().readOnly().description("Minutes that the work took; null if unknown."),
    done_at: time().readOnly().description("When it was done; null until then."),
    done_by: string().readOnly().description("Who did it: a member, a cleaning link or an application, by name."),
    problem: text().readOnly().personal().description("What the assignee reported; null without a problem."),
    problem_reported_at: time().readOnly().description("When the problem was last reported."),
    problem_solved: boolean()
      .neverNull()
      .description("Whether the problem was solved. True only for a task with a problem."),
    canceled_at: time().readOnly().description("When it was canceled; null unless it was."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rental: one("rentals")
      .writtenAs("rental_id")
      .present()
      .deletedAlong("tasks.done_at is null")
      .description("The rental. By default the booking's."),
    booking: one("bookings")
      .writtenAs("booking_id", "optional", "on creation")
      .description("The booking that it belongs to; null for none."),
    cleaning_link: one("cleaning_links")
      .writtenAs("cleaning_link_id")
      .description("The cleaning link that it is assigned to; null for none."),
    task_photos: many("task_photos", { foreignKey: "task_id" }).description("Its photos."),
  },
  personalData: { erased: hasErasedGuest("tasks"), restricted: hasRestrictedGuest },
  deletion: { column: "canceled_at", singleRead: "shown", listedBy: "include_canceled" },
  search: taskSearch,
});
