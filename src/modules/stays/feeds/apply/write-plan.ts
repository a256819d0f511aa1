import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { createBlocks, endBlocks, moveBlock } from "../../bookings/create/block-nights.ts";
import type { LockedCalendars } from "../../bookings/nights/linked-rentals.ts";
import { orderChanges } from "../plan/order-changes.ts";
import type { Opening, ReadingPlan } from "../plan/reading.ts";

/** The feed whose bookings are written. */
export interface AppliedFeed {
  readonly id: number;
  readonly rental: number;
  readonly source: number;
  readonly application: number;
  readonly needsPreparation: boolean;
  /** Epoch day in the rental's time zone. */
  readonly today: number;
}

/** The number of bookings that a feed's application changed. */
export interface AppliedCounts {
  readonly created: number;
  readonly updated: number;
  readonly canceled: number;
}

/** Writes a plan's bookings. @param calendars locked */
export async function writePlan(
  context: AccountTransaction & { readonly now: number },
  calendars: LockedCalendars,
  feed: AppliedFeed,
  plan: ReadingPlan,
): Promise<AppliedCounts> {
  const { ends, moves, creates } = orderChanges(plan);
  await endBlocks(
    context,
    ends.map(({ booking }) => booking),
  );
  for (const { part, arrival, departure } of moves)
    await moveBlock(context, calendars, feed.rental, { booking: part.booking, arrival, departure });
  const bookings = await createBlocks(context, calendars, feed.rental, creates, feed);
  await storeParts(context, feed.id, creates, bookings);
  return { created: creates.length, updated: moves.length, canceled: ends.length };
}

async function storeParts(
  { transaction, account }: AccountTransaction,
  feed: number,
  creates: readonly Opening[],
  bookings: readonly number[],
): Promise<void> {
  if (bookings.length === 0) return;
  await transaction.run(
    `insert into calendar_feed_parts (account_id, booking_id, feed_id, event_id, number)
     select $1, made.booking, $2, made.event, row_number() over (partition by made.event order by made.booking)
       + (select count(*) from calendar_feed_parts as earlier where earlier.account_id = $1 and earlier.event_id = made.event)
     from unnest($3::bigint[], $4::bigint[]) as made (booking, event) returning account_id`,
    [account.id, feed, `{${bookings.join(",")}}`, `{${creates.map(({ event }) => event).join(",")}}`],
  );
}
