import { beforeAll, describe, expect, test } from "vitest";
import type { ApiClient, Json } from "../harness/client.ts";
import {
  aBooking,
  aBookingsTag,
  aFee,
  aGuest,
  aRental,
  aRentalsTag,
  aSource,
  created,
  read,
} from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { aPayment, cash } from "../payments/factories.ts";
import { follow } from "./followed.ts";

const service = useSharedService();
let client: ApiClient;
let rental: Json;

beforeAll(async () => {
  client = await service.aClient(await service.anAccount());
  rental = await aRental(client);
});

/** The feed's events for some writes, with the records. */
async function told(work: () => Promise<unknown>, reader = client): Promise<readonly Json[]> {
  const { after } = await follow(reader);
  await work();
  return (await follow(reader, { after, include: "record" })).events;
}

const named = (events: readonly Json[]): string[] => events.map(({ type, record_id }) => `${type} ${record_id}`);

const ofBookings = (events: readonly Json[]): readonly Json[] =>
  events.filter(({ resource }) => resource === "bookings");

let years = 2092;
const aStay = (attributes: Json = {}) => {
  const year = years++;
  return aBooking(client, rental, { start_at: `${year}-01-04`, end_at: `${year}-01-08`, ...attributes });
};

describe("with include=record an event", () => {
  test("has the record as a read returns it, and null once it is gone", async () => {
    const tag = await aBookingsTag(client);
    const [event] = await told(() => client.put(`/bookings_tags/${tag.id}`, { bookings_tags: [{ color: "#112233" }] }));
    expect(event).toMatchObject({ type: "bookings_tag.updated", record: await read(client, "bookings_tags", tag.id) });
    const barn = await aRental(client, { name: "Barn" });
    const events = await told(() => client.delete(`/rentals/${barn.id}`));
    expect(events.find(({ type }) => type === "rental.deleted")?.record).toBeNull();
  });

  test("has the record as the token's scopes show it", async () => {
    const reader = await service.aClient(client.account, { scopes: ["public"] });
    await client.put(`/rentals/${rental.id}`, { rentals: [{ published_at: "2026-01-01T00:00:00Z" }] });
    const events = await told(() => client.put(`/rentals/${rental.id}`, { rentals: [{ base_rate: "700" }] }), reader);
    const changed = events.find(({ type }) => type === "rates.changed");
    expect(changed?.record).toEqual(await read(reader, "rentals", rental.id));
    expect(Object.keys(Object(changed?.record)).length).toBeLessThan(
      Object.keys(await read(client, "rentals", rental.id)).length,
    );
  });

  test("comes in pages of at most 100, and nothing else can be included", async () => {
    const { after } = await follow(client);
    const refused = await Promise.all(
      ["include=record&limit=101", "include=rental"].map((query) => client.get(`/events?after=${after}&${query}`)),
    );
    expect(refused.map(({ status, text }) => [status, JSON.parse(text).errors[0].details])).toEqual([
      [400, "limit must be a whole number from 1 to 100."],
      [400, "include is rental, but must be record."],
    ]);
  });
});

describe("a booking has one event with its current record when", () => {
  const onlyEvent = async (stay: Json, work: () => Promise<unknown>): Promise<Json> => {
    const events = ofBookings(await told(work));
    expect(named(events)).toEqual([`booking.updated ${stay.id}`]);
    expect(events[0]?.record).toEqual(await read(client, "bookings", stay.id));
    return { ...events[0] };
  };

  test("a payment is added or removed", async () => {
    const stay = await aStay({ final_price: "500", booked: true });
    let made: Json = {};
    const event = await onlyEvent(stay, async () => {
      made = await aPayment(client, stay, cash());
    });
    expect(event.record).toMatchObject({ payment_left_to_collect: "400.0", links: { payments: [made.id] } });
    await onlyEvent(stay, () => client.delete(`/payments/${made.id}`));
  });

  test("its rental gets a tag", async () => {
    const stay = await aStay();
    const tag = await aRentalsTag(client);
    const other = await told(() => client.put(`/rentals/${rental.id}`, { rentals: [{ rentals_tag_ids: [tag.id] }] }));
    expect(ofBookings(other).find(({ record_id }) => record_id === stay.id)?.record).toMatchObject({
      links: { rentals_tags: [tag.id] },
    });
  });

  test("a conversation is connected or disconnected", async () => {
    const stay = await aStay({ client_id: (await aGuest(client)).id });
    const conversation = await created(client, "/inbox/conversations", "conversations", { subject: "Keys" });
    const connect = (how: string) =>
      client.put(`/inbox/conversations/${conversation.id}/${how}`, { bookings: [{ id: stay.id }] });
    await onlyEvent(stay, () => connect("connect_booking"));
    await onlyEvent(stay, () => connect("disconnect_booking"));
  });
});

test("a source has an event when a stay comes from it, once per stay", async () => {
  const source = await aSource(client, { name: "Channel of records" });
  const events = await told(() => aStay({ source_id: source.id }));
  expect(named(events).filter((name) => name.startsWith("source"))).toEqual([`source.updated ${source.id}`]);
  expect(named(events).filter((name) => name.startsWith("booking."))).toHaveLength(1);
});

test("a rental's fee has an event when the account's fee changes its name or rate", async () => {
  const fee = await aFee(client);
  const own = await created(client, `/rentals/${rental.id}/rentals_fees`, "rentals_fees", { fee_id: fee.id });
  const events = await told(() => client.put(`/fees/${fee.id}`, { fees: [{ rate: "75" }] }));
  expect(events.find(({ resource }) => resource === "rentals_fees")).toMatchObject({
    record_id: own.id,
    record: { rate: "75.0" },
  });
});
