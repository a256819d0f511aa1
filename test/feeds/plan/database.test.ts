import { env } from "node:process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { expireHolds } from "../../../src/modules/stays/bookings/expire-holds.ts";
import { applyCalendarFeed } from "../../../src/modules/stays/feeds/sync-job.ts";
import { type ApiClient, type Json, recordsOf } from "../../harness/client.ts";
import { aRental } from "../../harness/factories.ts";
import { takeQueued } from "../../harness/queued-jobs.ts";
import { useSharedService } from "../../harness/service.ts";
import { dayAhead } from "../../rates/factories.ts";
import { aCalendar, aFeed, apply, days } from "../factories.ts";

const service = useSharedService();

const numRuns = Math.max(8, Math.floor(Number(env.FEED_RUNS ?? 0) / 100));

const nights = fc.record({ from: fc.integer({ min: 1, max: 18 }), length: fc.integer({ min: 1, max: 7 }) });
const events = fc.array(fc.record({ uid: fc.integer({ min: 0, max: 5 }), nights }), { maxLength: 5 });
const upload = fc.record({ feed: fc.integer({ min: 0, max: 3 }), events, salt: fc.constantFrom("", "again ") });
const rental = fc.integer({ min: 0, max: 2 });
const change = fc.oneof(
  fc.record({ what: fc.constant("book" as const), rental, nights, isHold: fc.boolean() }),
  fc.record({ what: fc.constant("move" as const), index: fc.nat(9), rental, nights }),
  ...(["cancel", "expire", "adopt", "link", "unlink"] as const).map((what) =>
    fc.record({ what: fc.constant(what), index: fc.nat(9) }),
  ),
);
type Value<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
type Change = Value<typeof change>;
type Upload = Value<typeof upload>;

/** A villa that is linked with two flats, and feeds of each. */
interface House {
  readonly client: ApiClient;
  readonly rentals: readonly Json[];
  readonly feeds: readonly Json[];
}

async function aHouse(): Promise<House> {
  const client = await service.aClient(await service.anAccount());
  const rentals = [await aRental(client), await aRental(client), await aRental(client)];
  const house = { client, rentals, feeds: [] };
  await link(house, 0);
  await link(house, 1);
  const feeds: Json[] = [];
  for (const at of [0, 0, 1, 2]) feeds.push(await aFeed(client, rentals[at] ?? {}, { kind: "import" }));
  return { ...house, feeds };
}

/** Links the villa with a flat, unless stays of both share a night. */
async function link({ client, rentals }: House, flat: number) {
  const rental_ids = [rentals[0]?.id, rentals[1 + (flat % 2)]?.id];
  const answer = await client.post("/rental_link_groups", { rental_link_groups: [{ rental_ids }] });
  expect([201, 422], answer.text).toContain(answer.status);
}

/** Nights of current events without any live booking. */
const openNights = ({ client: { account } }: House): Promise<Json[]> =>
  service.sql(
    `select events.uid, night::date::text from calendar_feed_events as events
     join calendar_feeds as feeds on feeds.account_id = $1 and feeds.id = events.feed_id
     cross join generate_series(events.arrival, events.departure - 1, interval '1 day') as night
     where events.account_id = $1 and not events.gone and not exists (
       select from bookings where bookings.account_id = $1 and bookings.rental_id = feeds.rental_id
         and bookings.canceled_at is null and night::date <@ bookings.nights)`,
    [account],
  );

/** Nights that a rental and a linked one have sold to different bookings, and bookings that a linked rental does not mirror. */
const sharedNights = ({ client: { account } }: House): Promise<Json[]> =>
  service.sql(
    `select one.id, one.nights::text, links.destination_rental_id as linked from bookings as one
     join rental_links as links on links.account_id = $1 and links.source_rental_id = one.rental_id and links.deleted_at is null
     where one.account_id = $1 and one.canceled_at is null and one.created_by_type <> 'Booking' and (
       exists (select from bookings as other where other.account_id = $1 and other.rental_id = links.destination_rental_id
         and other.canceled_at is null and other.created_by_type <> 'Booking' and other.nights && one.nights)
       or not exists (select from bookings as mirror where mirror.account_id = $1 and mirror.rental_id = links.destination_rental_id
         and mirror.canceled_at is null and mirror.created_by_id = one.id and mirror.nights = one.nights))`,
    [account],
  );

async function checkNights(house: House, step: unknown): Promise<void> {
  expect(await openNights(house), JSON.stringify(step)).toEqual([]);
  expect(await sharedNights(house), JSON.stringify(step)).toEqual([]);
}

async function perform(house: House, step: Change): Promise<void> {
  const { client, rentals } = house;
  if (step.what === "book") return book(house, step);
  if (step.what === "link") return link(house, step.index);
  if (step.what === "unlink") {
    const groups = recordsOf(await client.get("/rental_link_groups"), "rental_link_groups");
    const group = groups[step.index % Math.max(1, groups.length)];
    if (group) expect((await client.delete(`/rental_link_groups/${group.id}`)).status).toBe(204);
    return;
  }
  if (step.what === "expire") {
    await service.sql(
      "update bookings set tentative_expires_at = now() - interval '1 minute' where account_id = $1 and canceled_at is null and tentative_expires_at > now()",
      [client.account],
    );
    await expireHolds(service.database);
    return;
  }
  // Also the feeds' own bookings: the calendar wins.
  const own = recordsOf(await client.get("/bookings?per_page=100"), "bookings");
  const booking = own[step.index % Math.max(1, own.length)];
  if (!booking) return;
  const path = `/bookings/${booking.id}`;
  const stay = step.what === "move" && { ...spanOf(step.nights), rental_id: rentals[step.rental]?.id };
  const answer = stay
    ? await client.post(`${path}/move`, { bookings: [stay] })
    : await (step.what === "cancel" ? client.delete(path) : client.put(path, { bookings: [{ booked: true }] }));
  // A mirror cannot be changed, and nights can be taken.
  expect([200, 204, 403, 422], answer.text).toContain(answer.status);
}

const spanOf = ({ from, length }: Value<typeof nights>) => ({
  start_at: dayAhead(from),
  end_at: dayAhead(from + length),
});

async function book({ client, rentals }: House, step: Extract<Change, { readonly what: "book" }>): Promise<void> {
  const state = step.isHold ? { tentative_expires_at: `${dayAhead(30)}T00:00:00Z` } : { booked: true };
  const stay = { ...spanOf(step.nights), adults: 1, ...state };
  const answer = await client.post(`/rentals/${rentals[step.rental]?.id}/bookings`, { bookings: [stay] });
  expect([201, 422], answer.text).toContain(answer.status);
}

async function read({ client, feeds }: House, { feed: at, events: published, salt }: Upload) {
  const feed = feeds[at] ?? {};
  const calendar = aCalendar(
    ...published.map(({ uid, nights: { from, length } }) => days(`${salt}${uid}`, from, from + length)),
  );
  const sent = await client.post(`/calendar_feeds/${feed.id}/upload`, { calendar_feeds: [{ calendar }] });
  expect(sent.status, sent.text).toBe(202);
  await apply(service, client, feed);
}

test(
  "feeds of linked rentals keep every night closed in the database after each change, without any job",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(upload, fc.array(change, { maxLength: 4, size: "max" }), fc.boolean()), {
          maxLength: 8,
          size: "max",
        }),
        async (steps) => {
          const house = await aHouse();
          for (const [reading, changes, together] of steps) {
            // Beside the reading, or one after the other.
            const [beside, after] = together ? [changes.slice(0, 2), changes.slice(2)] : [[], changes];
            await Promise.all([read(house, reading), ...beside.map((one) => perform(house, one))]);
            await checkNights(house, [reading, beside]);
            for (const one of after) {
              await perform(house, one);
              await checkNights(house, one);
            }
          }
          for (const feed of house.feeds) await apply(service, house.client, feed);
          await checkNights(house, "the feeds' own jobs");
          await takeQueued(service, applyCalendarFeed, house.client.account);
        },
      ),
      { numRuns, seed: 39 },
    );
  },
  Math.max(300_000, numRuns * 10_000),
);
