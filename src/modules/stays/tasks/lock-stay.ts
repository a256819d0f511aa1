import type { AccountTransaction } from "../../../kernel/write/context.ts";
import type { StayTimes } from "./task-window.ts";

/** A booking that a task belongs to. */
export interface LockedStay extends StayTimes {
  readonly id: number;
  readonly rental: number;
  readonly isMirror: boolean;
  readonly isCanceled: boolean;
}

/**
 * Reads a booking and locks it against changes until the transaction ends, so that no move overlooks a new task.
 * @returns undefined for an unknown booking
 */
export async function lockStay(
  { transaction, account }: AccountTransaction,
  id: number,
): Promise<LockedStay | undefined> {
  const row = await transaction.row<{
    rental: number;
    start_at: number;
    end_at: number;
    mirror: boolean;
    canceled: boolean;
  }>(
    `select rental_id as rental, start_at, end_at, created_by_type = 'Booking' as mirror,
       canceled_at is not null or coalesce(tentative_expires_at <= now(), false) as canceled
     from bookings where account_id = $1 and id = $2 for share`,
    [account.id, id],
  );
  return (
    row && {
      id,
      ...{ rental: row.rental, startAt: row.start_at, endAt: row.end_at },
      ...{ isMirror: row.mirror, isCanceled: row.canceled },
    }
  );
}

/** Whether the data of the guest of a locked task's booking was erased. */
export async function hasErasedStay({ transaction, account }: AccountTransaction, task: number): Promise<boolean> {
  const erased = await transaction.run(
    `select from tasks join bookings on bookings.account_id = $1 and bookings.id = tasks.booking_id
     join clients on clients.account_id = $1 and clients.id = bookings.client_id
     where tasks.account_id = $1 and tasks.id = $2 and clients.forget_me_at is not null`,
    [account.id, task],
  );
  return erased > 0;
}
