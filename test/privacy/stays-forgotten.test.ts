import { describe, expect, test } from "vitest";
import { type ApiClient, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, linksOf, read } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { importerInto } from "../imports/importer.ts";
import { aKnownGuest, columnsWith, marker, personalBooking, personalClient } from "./fixture.ts";

/** A forgotten person stays forgotten by every way in (bookings.md, Personal data). */
const service = useService();
const importing = importerInto(service);
const aManager = async () => service.aClient(await service.anAccount());

const reference = "HMABC00001";
const { door_key_code: _, ...guestsOwn } = personalBooking;

/** A booking with a channel's reference, whose guest was forgotten. */
async function aForgottenStay(client: ApiClient, attributes: Json = {}): Promise<{ stay: Json; rental: Json }> {
  const rental = await aRental(client, { base_rate: "100" });
  const guest = await aGuest(client, { fullname: "Jordan Sample" });
  const stay = await aBooking(client, rental, {
    ...{ client_id: guest.id, external_reference: reference, adults: 2, ...attributes },
  });
  expect((await client.post(`/clients/${guest.id}/forget`)).status).toBe(200);
  return { stay, rental };
}

/** A channel's write of a booking, with its guest. */
const repeated = { external_reference: reference, adults: 3, ...guestsOwn, client: personalClient };
const later = { start_at: "2091-01-04", end_at: "2091-01-08" };

type Known = { stay: Json; rental: Json; client: ApiClient };

/** The ways in that repeat a channel's booking, with the number of adults after them. */
const ways: Readonly<Record<string, (known: Known) => Promise<Json>>> = {
  async "an update with the reference"({ client, stay }) {
    return (await client.put(`/bookings/${stay.id}`, { bookings: [repeated] })).json;
  },
  async "a partial update with the reference"({ client, stay }) {
    return (await client.patch(`/bookings/${stay.id}`, { bookings: [repeated] })).json;
  },
  async "a bulk request"({ client, stay }) {
    const operation = { method: "PUT", path: `/bookings/${stay.id}`, body: { bookings: [repeated] } };
    const { json } = await client.post("/bulk", { operations: [operation] });
    return Object(Object(recordsIn(json, "results")[0]).body);
  },
  async "a second booking with the reference"({ client, rental }) {
    const comments = [{ content: `${marker} called` }];
    const stay = { ...later, ...repeated, comments };
    return (await client.post(`/rentals/${rental.id}/bookings`, { bookings: [stay] })).json;
  },
  async "a second booking for a new client"({ client, rental }) {
    const somebody = await aGuest(client, { fullname: "Jordan" });
    const stay = { ...later, external_reference: reference, client_id: somebody.id };
    return (await client.post(`/rentals/${rental.id}/bookings`, { bookings: [stay] })).json;
  },
  async "a strict booking with the reference"({ client, rental }) {
    const guest = {
      firstname: marker,
      lastname: marker,
      email: `${marker}@example.com`,
      phone_number: "+33 1 23 45 67",
    };
    const prices = { final_price: "400", price_to_pay_now: "0", currency: "EUR" };
    const stay = { ...later, external_reference: reference, rental_id: rental.id, adults: 3, ...prices, client: guest };
    return (await client.post("/strict_bookings", { bookings: [{ ...stay, comments: `${marker} called` }] })).json;
  },
};

const recordsIn = (json: Json, root: string): unknown[] => [Object(json)[root]].flat();

describe.each(Object.keys(ways))("%s", (name) => {
  const way = ways[name] ?? expect.fail();

  test("leaves a forgotten guest’s attributes out, and says so", async () => {
    const client = await aManager();
    const answer = await way({ client, ...(await aForgottenStay(client)) });
    expect(answer).toMatchObject({ meta: { forgotten_guests: 1 } });
    expect(await columnsWith(service, marker)).toEqual([]);
    const stay = Object(recordsIn(answer, "bookings")[0]);
    const guest = linksOf(stay).client;
    if (guest !== null) expect(await read(client, "clients", guest)).toMatchObject({ fullname: null, emails: [] });
  });
});

test("a write without the reference is refused", async () => {
  const client = await aManager();
  const { stay } = await aForgottenStay(client);
  const answer = await client.put(`/bookings/${stay.id}`, { bookings: [{ notes: "Jordan called" }] });
  expect([answer.status, answer.json.errors]).toEqual([
    422,
    { notes: ["was erased for good and cannot be set again"] },
  ]);
});

test("an update without anything of the guest says nothing of them", async () => {
  const client = await aManager();
  const { stay } = await aForgottenStay(client);
  const answer = await client.put(`/bookings/${stay.id}`, { bookings: [{ external_reference: reference, adults: 4 }] });
  expect([recordOf(answer, "bookings").adults, answer.json.meta]).toEqual([4, {}]);
});

test("a repeated booking brings a guest back into none of their records", async () => {
  const client = await aManager();
  const known = await aKnownGuest(client);
  await client.put(`/bookings/${known.booking.id}`, { bookings: [{ external_reference: reference }] });
  expect((await client.post(`/clients/${known.client.id}/forget`)).status).toBe(200);
  const again = await client.put(`/bookings/${known.booking.id}`, { bookings: [repeated] });
  expect([again.status, again.json.meta]).toEqual([200, { forgotten_guests: 1 }]);
  expect(await columnsWith(service, marker)).toEqual([]);
});

const airbnb = {
  columns: {
    ...{ "Confirmation code": "external_reference", Status: "status", "Guest name": "client.fullname" },
    ...{ Contact: "client.phone", "Start date": "start_at", "End date": "end_at", Listing: "rental" },
    Earnings: "final_price",
  },
  values: { status: { Confirmed: "booked" } },
  dates: "MM/DD/YYYY",
};

describe("an import", () => {
  const names = "Confirmation code,Status,Guest name,Contact,Start date,End date,Listing,Earnings\n";
  const line = (price: number) =>
    `${names}${reference},Confirmed,Jordan Sample,"+1 (412) 555-0121",9/19/2091,9/26/2091,Sea View Loft,${price}\n`;

  test("updates dates and price of a forgotten guest’s booking, leaves the guest out and counts them", async () => {
    const client = await aManager();
    await aRental(client, { name: "Sea View Loft" });
    const first = await importing(client, "bookings", line(1412), { mapping: airbnb });
    expect([first.created, first.clients, first.forgotten]).toEqual([1, 1, 0]);
    const [guest] = recordsOf(await client.get("/clients"), "clients");
    expect((await client.post(`/clients/${guest?.id}/forget`)).status).toBe(200);
    const again = await importing(client, "bookings", line(1500), { mapping: airbnb });
    expect([again.updated, again.clients, again.forgotten, again.problems]).toEqual([1, 0, 1, []]);
    const [stay] = recordsOf(await client.get(`/bookings?query=${reference}`), "bookings");
    expect([stay?.final_price, linksOf(stay ?? {}).client]).toEqual(["1500.0", guest?.id]);
    expect(recordsOf(await client.get("/clients"), "clients")).toMatchObject([{ fullname: null, phones: [] }]);
    const kept = "select digest from imported_records where account_id = $1 and kind = 'bookings'";
    expect(await service.sql(kept, [client.account])).toEqual([{ digest: null }]);
  });
});
