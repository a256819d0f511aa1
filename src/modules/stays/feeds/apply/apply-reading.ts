import type { AccountScope } from "../../../../database/sql/account-scope.ts";
import { scheduler } from "../../../../kernel/concurrency/scheduler.ts";
import { prepareAround } from "../../bookings/create/block-nights.ts";
import { lockCalendars } from "../../bookings/nights/linked-rentals.ts";
import { endExpiredHolds } from "../../bookings/nights/nights.ts";
import { changeBatches } from "../plan/change-batches.ts";
import { spanOf } from "../plan/nights.ts";
import { planReading } from "../plan/plan-reading.ts";
import type { ReadingPlan } from "../plan/reading.ts";
import { type FeedReading, readNights } from "./read-nights.ts";
import { type AppliedCounts, type AppliedFeed, writePlan } from "./write-plan.ts";

/** The context to apply a reading in. */
export interface ApplyingScope {
  readonly scope: AccountScope;
  readonly account: number;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly signal: AbortSignal;
}

/** A feed's nights after its reading was applied. */
export interface AppliedReading {
  readonly counts: AppliedCounts;
  readonly reading: FeedReading;
  readonly plan: ReadingPlan;
}

/** Maximum rounds: bookings may come and go meanwhile. */
const maxRounds = 4;

/** Events of one transaction. Other bookings of the rental wait for it. */
const batchSize = 25;

/** Makes a feed's bookings agree with its stored events, in short transactions: other bookings of the rental wait for one at most. */
export async function applyReading(context: ApplyingScope, feed: AppliedFeed): Promise<AppliedReading> {
  const counts = { created: 0, updated: 0, canceled: 0 };
  for (let round = 1; ; round++) {
    const reading = await readAll(context, feed);
    // A plan of 20,000 events takes tens of milliseconds: other requests come in between its steps.
    await scheduler.next("calendars");
    const plan = planReading(reading);
    await scheduler.next("calendars");
    const batches = changeBatches(reading, plan, batchSize);
    if (batches.length === 0 || round > maxRounds) {
      await applyPreparation(context, feed, reading);
      return { counts, reading, plan };
    }
    for (const events of batches) {
      context.signal.throwIfAborted();
      const written = await applyEvents(context, feed, events);
      counts.created += written.created;
      counts.updated += written.updated;
      counts.canceled += written.canceled;
    }
  }
}

function readAll({ scope, account }: ApplyingScope, feed: AppliedFeed): Promise<FeedReading> {
  return scope.transaction(async (transaction) => {
    const links = await transaction.rows<{ linked: number }>(
      `select distinct destination_rental_id as linked from rental_links
       where account_id = $1 and source_rental_id = $2 and deleted_at is null`,
      [account, feed.rental],
    );
    return readNights(
      { transaction, account: { id: account } },
      feed,
      links.map(({ linked }) => linked),
    );
  }, "read");
}

/** Plans and writes some events again under the calendars' locks. */
function applyEvents(
  { scope, account, now }: ApplyingScope,
  feed: AppliedFeed,
  events: readonly number[],
): Promise<AppliedCounts> {
  return scope.transaction(async (transaction) => {
    const context = { transaction, account: { id: account }, now };
    // Each version of the rental would be a dead row that later statements scan.
    await transaction.setLocally({ "roost.counts_calendars": "once" });
    const calendars = await lockCalendars(context, { rentals: [feed.rental] });
    if (!calendars.terms.has(feed.rental)) return { created: 0, updated: 0, canceled: 0 };
    const linked = calendars.linkedTo(feed.rental);
    const reading = await readNights(context, feed, linked, events);
    const plan = planReading(reading);
    const span = spanOf([...plan.moves, ...plan.creates]);
    if (span) await endExpiredHolds(context, [feed.rental, ...linked], span);
    return writePlan(context, calendars, feed, plan);
  });
}

/** Applies a changed choice to bookings that stay as they are. */
async function applyPreparation(
  { scope, account }: ApplyingScope,
  { rental, needsPreparation }: AppliedFeed,
  { parts }: FeedReading,
): Promise<void> {
  const bookings = parts.filter(({ isAdopted }) => !isAdopted).map(({ booking }) => booking);
  if (bookings.length === 0) return;
  await scope.transaction(async (transaction) => {
    const context = { transaction, account: { id: account } };
    const differing = await transaction.run(
      `select from bookings where account_id = $1 and id = any ($2::bigint[]) and canceled_at is null and needs_preparation <> $3 limit 1`,
      [account, `{${bookings.join(",")}}`, needsPreparation],
    );
    if (differing === 0) return;
    await lockCalendars(context, { rentals: [rental] });
    await prepareAround(context, bookings, needsPreparation);
  });
}
