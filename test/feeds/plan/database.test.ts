import { env } from "node:process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { applyCalendarFeed } from "../../../src/modules/stays/feeds/sync-job.ts";
import { type ApiClient, type Json, recordsOf } from "../../harness/client.ts";
import { aRental } from "../../harness/factories.ts";
import { takeQueued } from "../../harness/queued-jobs.ts";
import { useSharedService } from "../../harness/service.ts";
import { dayAhead } from "../../rates/factories.ts";
import { aCalendar, aFeed, apply, days } from "../factories.ts";

const service = useSharedService();

const numRuns = Math.max(6, Math.floor(Number(env.FEED_RUNS ?? 0) / 200));

const nights = fc.record({ from: fc.integer({ min: 1, max: 18 }), length: fc.integer({ min: 1, max: 7 }) });
const events = fc.array(fc.record({ uid: fc.integer({ min: 0, max: 5 }), nights }), { maxLength: 5 });
const upload = fc.record({ feed: fc.integer({ min: 0, max: 2 }), events, salt: fc.constantFrom("", "again ") });
const change = fc.oneof(
  fc.record({ what: fc.constant("book" as const), rental: fc.integer({ min: 0, max: 1 }), nights }),
  fc.record({ what: fc.constant("cancel" as const), index: fc.nat(9) }),
);

type Nights = { readonly from: number; readonly length: number };
type Change =
  | { readonly what: "book"; readonly rental: number; readonly nights: Nights }
  | { readonly what: "cancel"; readonly index: number };

/** Nights of current events without any live booking. */
async function openNights(account: number): Promise<Json[]> {
  return service.sql(
    `select events.uid, night::date::text from calendar_feed_events as events
     join calendar_feeds as feeds on feeds.account_id = $1 and feeds.id = events.feed_id
     cross join generate_series(events.arrival, events.departure - 1, interval '1 day') as night
     where events.account_id = $1 and not events.gone and not exists (
       select from bookings where bookings.account_id = $1 and bookings.rental_id = feeds.rental_id
         and bookings.canceled_at is null and night::date <@ bookings.nights)`,
    [account],
  );
}

/** Applies feeds until none waits for nights, as their jobs do. */
async function settle(client: ApiClient, feeds: readonly Json[]): Promise<void> {
  for (let pass = 0; pass < 6; pass++) {
    const waiting = await service.sql(
      "update calendar_feeds set gap_at = null where account_id = $1 and gap_at is not null returning id",
      [client.account],
    );
    const left = feeds.filter(({ id }) => pass === 0 || waiting.some((row) => row.id === String(id) || row.id === id));
    if (left.length === 0) return;
    for (const feed of left) await apply(service, client, feed);
  }
}

async function perform(client: ApiClient, rentals: readonly Json[], step: Change) {
  if (step.what === "book") {
    const { from, length } = step.nights;
    const stay = { start_at: dayAhead(from), end_at: dayAhead(from + length), adults: 1, booked: true };
    const answer = await client.post(`/rentals/${rentals[step.rental]?.id}/bookings`, { bookings: [stay] });
    expect([201, 422], answer.text).toContain(answer.status);
    return;
  }
  const own = recordsOf(await client.get("/bookings?status=booked&per_page=100"), "bookings");
  const booking = own[step.index % Math.max(1, own.length)];
  if (booking) expect((await client.delete(`/bookings/${booking.id}`)).status).toBeLessThan(300);
}

test("feeds of linked rentals keep every night closed in the database while stays come and go beside them", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(upload, fc.array(change, { maxLength: 2 })), { maxLength: 6 }),
      async (steps) => {
        const client = await service.aClient(await service.anAccount());
        const rentals = [await aRental(client), await aRental(client)];
        await client.post("/rental_link_groups", { rental_link_groups: [{ rental_ids: rentals.map(({ id }) => id) }] });
        const feeds = [];
        for (const rental of [rentals[0], rentals[0], rentals[1]])
          feeds.push(await aFeed(client, rental ?? {}, { kind: "import" }));
        for (const [{ feed: index, events: published, salt }, changes] of steps) {
          const feed = feeds[index] ?? {};
          const calendar = aCalendar(
            ...published.map(({ uid, nights: { from, length } }) => days(`${salt}${uid}`, from, from + length)),
          );
          const sent = await client.post(`/calendar_feeds/${feed.id}/upload`, { calendar_feeds: [{ calendar }] });
          expect(sent.status, sent.text).toBe(202);
          await Promise.all([apply(service, client, feed), ...changes.map((one) => perform(client, rentals, one))]);
          await settle(client, feeds);
          expect(await openNights(client.account)).toEqual([]);
        }
        await takeQueued(service, applyCalendarFeed, client.account);
      },
    ),
    { numRuns, seed: 39 },
  );
});
