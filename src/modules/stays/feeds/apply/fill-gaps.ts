import { formatDay } from "../../../../core/day.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import type { LockedCalendars } from "../../bookings/nights/linked-rentals.ts";
import { type Nights, spanOf } from "../plan/nights.ts";
import { planReading } from "../plan/plan-reading.ts";
import type { ReadingPlan } from "../plan/reading.ts";
import { needsPreparation } from "./held-feed.ts";
import { readNights } from "./read-nights.ts";
import { type AppliedFeed, writePlan } from "./write-plan.ts";

/** A feed that moves into freed nights leaves others, and so on. */
const maxDepth = 5;

/**
 * Closes nights that one feed leaves and a feed of the rental still closes, in the same transaction. Feeds of linked rentals follow with
 * their own jobs (note_gaps): they need other locks.
 */
export async function fillGaps(
  context: AccountTransaction & { readonly now: number },
  calendars: LockedCalendars,
  feed: AppliedFeed,
  { ends, moves }: ReadingPlan,
  depth = 1,
): Promise<void> {
  const freed = spanOf([...ends, ...moves.map(({ part }) => part)]);
  if (!freed || depth > maxDepth) return;
  const linked = calendars.linkedTo(feed.rental);
  for (const other of await importsOf(context, feed)) {
    const events = await eventsWithin(context, other.id, freed);
    if (events.length === 0) continue;
    const plan = planReading(await readNights(context, other, linked, events));
    await writePlan(context, calendars, other, plan);
    await fillGaps(context, calendars, other, plan, depth + 1);
  }
}

/** The rental's imports. Even the feed itself may close nights that a part of it leaves. */
async function importsOf({ transaction, account }: AccountTransaction, feed: AppliedFeed): Promise<AppliedFeed[]> {
  const rows = await transaction.rows<{
    id: number;
    rental: number;
    source: number;
    application: number;
    needsPreparation: boolean;
  }>(
    `select feeds.id, feeds.rental_id as rental, feeds.source_id as source, feeds.created_by_application_id as application,
       ${needsPreparation} as "needsPreparation"
     from calendar_feeds as feeds
     where feeds.account_id = $1 and feeds.rental_id = $2 and feeds.kind = 'import' and feeds.deleted_at is null
     order by feeds.id`,
    [account.id, feed.rental],
  );
  return rows.map((row) => ({ ...row, today: feed.today }));
}

async function eventsWithin(
  { transaction, account }: AccountTransaction,
  feed: number,
  { arrival, departure }: Nights,
): Promise<number[]> {
  const rows = await transaction.rows<{ id: number }>(
    `select id from calendar_feed_events
     where account_id = $1 and feed_id = $2 and not gone and arrival < $4::date and departure > $3::date`,
    [account.id, feed, formatDay(arrival), formatDay(departure)],
  );
  return rows.map(({ id }) => id);
}
