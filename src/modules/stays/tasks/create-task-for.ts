import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { timeColumn } from "../bookings/booking-columns.ts";
import { lockStay } from "./lock-stay.ts";
import type { StayEnd, TaskKind } from "./task.ts";
import { type TaskWindow, windowAt } from "./task-window.ts";

/** A task that a rule creates for a booking. */
export interface PlannedTask {
  readonly booking: number;
  readonly kind: TaskKind;
  /** At most 100 characters. */
  readonly title?: string | undefined;
  readonly notes?: string | undefined;
  /** Texts of at most 200 characters, each once, at most 50. */
  readonly checklist?: readonly string[];
  /** The end of the stay that its times follow; departure by default. */
  readonly movesWith?: StayEnd;
  /** Readings of the rental's clock. Default: from the departure to the end of its day, or the arrival's day until the arrival. */
  readonly window?: TaskWindow;
  /** A member of the account, or a cleaning link; without either, all cleaners of the rental see it. */
  readonly assignee?: { readonly user: number } | { readonly cleaningLink: number };
}

/**
 * Creates a rule's task for a booking, in the transaction that marks the rule's action as done. Omits a member or link that no longer
 * exists, because the work remains.
 * @returns the task's id; undefined for a canceled booking, a mirror, or a guest who was forgotten or restricted
 */
export async function createTaskFor(context: AccountTransaction, planned: PlannedTask): Promise<number | undefined> {
  const { transaction, account } = context;
  const { booking, kind, title, notes, checklist = [], movesWith = "departure", assignee } = planned;
  const stay = await lockStay(context, booking);
  if (!stay || stay.isCanceled || stay.isMirror) return undefined;
  const { from, until } = planned.window ?? windowAt(movesWith, stay);
  const items = [...new Set(checklist)].map((text) => ({ text, done: false }));
  const row = await transaction.row<{ id: number }>(
    `insert into tasks (account_id, rental_id, booking_id, kind, title, notes, due_from, due_until, moves_with, checklist,
       assigned_user_id, cleaning_link_id)
     select $1, $2, $3, $4, $5, $6, $7::timestamptz, $8::timestamptz, $9, $10::jsonb,
       (select user_id from memberships where account_id = $1 and user_id = $11::bigint),
       (select id from cleaning_links where account_id = $1 and id = $12::bigint and deleted_at is null)
     where not exists (
       select from bookings join clients on clients.account_id = $1 and clients.id = bookings.client_id
       where bookings.account_id = $1 and bookings.id = $3
         and (clients.forget_me_at is not null or clients.processing_restricted_at is not null)
     ) returning id`,
    [
      ...[account.id, stay.rental, booking, kind, title ?? null, notes ?? null, timeColumn(from), timeColumn(until)],
      ...[movesWith, JSON.stringify(items)],
      assignee && "user" in assignee ? assignee.user : null,
      assignee && "cleaningLink" in assignee ? assignee.cleaningLink : null,
    ],
  );
  return row?.id;
}
