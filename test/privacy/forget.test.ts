import { expect, test } from "vitest";
import { errorsOf, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, booking as tryToBook, read } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { aKnownGuest, columnsWith, marker, personalClient } from "./fixture.ts";

/** Forgetting a guest (bookings.md, Personal data). */
const service = useService();

/** Columns that are erased as well, and in which the tests' guest has no text of its own. */
const alsoErased: readonly string[] = [];

/** Columns whose names sound personal, and whose data is not a guest's: why. */
const notOfGuests: Readonly<Record<string, string>> = {};
const aManager = async () => service.aClient(await service.anAccount());

test("a forgotten client leaves nothing personal in any column of the database, and keeps ids and amounts", async () => {
  const api = await aManager();
  const { client, booking, comment, inquiry, agreement } = await aKnownGuest(api);
  expect(await columnsWith(service, marker)).not.toEqual([]);
  const answer = await api.post(`/clients/${client.id}/forget`);
  expect(answer.status).toBe(200);
  expect(answer.json.meta).toEqual({ remains: [expect.stringContaining("Backups")] });
  expect(recordOf(answer, "clients")).toMatchObject({
    ...{ id: client.id, fullname: null, firstname: null, lastname: null, company: null, notes: null, passport: null },
    ...{ vat_number: null, emails: [], phones: [], addresses: [], forget_me_at: expect.any(String) },
  });
  expect(await columnsWith(service, marker)).toEqual([]);
  const stay = await read(api, "bookings", booking.id);
  expect(stay).toMatchObject({ id: booking.id, notes: null, door_key_code: null, links: { client: client.id } });
  expect(stay.final_price).toEqual(booking.final_price);
  expect(await read(api, "booking_comments", comment.id)).toMatchObject({ content: "(erased)" });
  expect(await read(api, "rental_agreements", agreement.id)).toMatchObject({ body: "(erased)" });
  const asked = { firstname: "(erased)", lastname: "(erased)", phone: null, message: null };
  expect(await read(api, "inquiries", inquiry.id)).toMatchObject(asked);
});

test("an inquiry of a forgotten client is not booked, and nobody writes a person into it again", async () => {
  const api = await aManager();
  const { client, inquiry } = await aKnownGuest(api);
  await api.post(`/clients/${client.id}/forget`);
  const booked = await api.post(`/inquiries/${inquiry.id}/book`);
  expect([booked.status, booked.text]).toEqual([422, expect.stringContaining("the data of who asked was erased")]);
  const written = await api.put(`/inquiries/${inquiry.id}`, { inquiries: [{ firstname: "Ada" }] });
  expect([written.status, errorsOf(written)]).toEqual([
    422,
    { firstname: [expect.stringContaining("was erased for good")] },
  ]);
});

test("every column with a personal name is erased, or listed as nobody's", async () => {
  const api = await aManager();
  const { client } = await aKnownGuest(api);
  const known = new Set([...(await columnsWith(service, marker)), ...alsoErased, ...Object.keys(notOfGuests)]);
  await api.post(`/clients/${client.id}/forget`);
  const columns = await service.sql(
    `select table_name || '.' || column_name as name from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE'
       and column_name ~ '(name|mail|phone|mobile|fax|address|city|zip|state|country|passport|vat|notes|comment|message|reason|content|body|headers|text|card|token|ip$|url|description)'
     order by 1`,
  );
  const names = columns.map(({ name }) => String(name));
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  expect(Object.keys(notOfGuests).filter((name) => !names.includes(name))).toEqual([]);
});

test("whoever asks for what has changed is told of the forgotten client and its bookings", async () => {
  const api = await aManager();
  const { client, booking, comment } = await aKnownGuest(api);
  await service.sql("update clients set updated_at = '2020-01-01'");
  await service.sql("update bookings set updated_at = '2020-01-01'");
  await service.sql("update booking_comments set updated_at = '2020-01-01'");
  const since = new Date(Date.now() - 60_000).toISOString();
  await api.post(`/clients/${client.id}/forget`);
  for (const [root, { id }] of Object.entries({ clients: client, bookings: booking, booking_comments: comment }))
    expect(recordsOf(await api.get(`/${root}?updated_since=${since}`), root).map((record) => record.id)).toEqual([id]);
});

test("forgetting is final: a second time changes nothing, and nothing personal can be written again", async () => {
  const api = await aManager();
  const { client, booking } = await aKnownGuest(api);
  const first = recordOf(await api.post(`/clients/${client.id}/forget`), "clients");
  await service.sql("update clients set forget_me_at = '2020-01-01' where id = $1", [client.id]);
  const second = await api.post(`/clients/${client.id}/forget`);
  expect(recordOf(second, "clients")).toEqual({ ...first, forget_me_at: "2020-01-01T00:00:00Z" });

  const written = await api.put(`/clients/${client.id}`, { clients: [personalClient] });
  const erased = [expect.stringContaining("was erased for good")];
  expect([written.status, errorsOf(written)]).toEqual([
    422,
    Object.fromEntries(Object.keys(personalClient).map((name) => [name, erased])),
  ]);
  expect((await api.put(`/clients/${client.id}`, { clients: [first] })).status).toBe(200);
  expect((await api.put(`/clients/${client.id}`, { clients: [{ preferred_locale: "fr" }] })).status).toBe(200);

  const noted = await api.put(`/bookings/${booking.id}`, { bookings: [{ notes: marker }] });
  expect([noted.status, errorsOf(noted)]).toEqual([422, { notes: erased }]);
  const opened = await api.put(`/bookings/${booking.id}`, { bookings: [{ door_key_code: "4711", adults: 2 }] });
  expect(recordOf(opened, "bookings")).toMatchObject({ door_key_code: "4711", adults: 2 });
});

test("no booking is made for a forgotten client, or given to one", async () => {
  const api = await aManager();
  const gone = await aGuest(api);
  await api.post(`/clients/${gone.id}/forget`);
  const rental = await aRental(api);
  const refusal = { client_id: [expect.stringContaining("was not erased")] };
  const made = await tryToBook(api, rental, { client_id: gone.id });
  expect([made.status, errorsOf(made)]).toEqual([422, refusal]);
  const stay = await aBooking(api, rental, { client_id: (await aGuest(api)).id });
  const given = await api.put(`/bookings/${stay.id}`, { bookings: [{ client_id: gone.id }] });
  expect([given.status, errorsOf(given)]).toEqual([422, refusal]);
});

test("a client that is forgotten while bookings are made for it leaves nothing personal behind", async () => {
  const api = await aManager();
  const rental = await aRental(api);
  for (let round = 0; round < 5; round++) {
    const { id } = await aGuest(api, personalClient);
    const stays = Array.from({ length: 8 }, (_, index) =>
      tryToBook(api, rental, {
        ...{ client_id: id, notes: marker, comments: [{ content: marker }] },
        ...{ start_at: `${2091 + round}-0${index + 1}-01`, end_at: `${2091 + round}-0${index + 1}-03` },
      }),
    );
    const [forgotten, ...made] = await Promise.all([api.post(`/clients/${id}/forget`), ...stays]);
    expect(forgotten.status).toBe(200);
    for (const { status } of made) expect([201, 422]).toContain(status);
    expect(await columnsWith(service, marker)).toEqual([]);
  }
});

test("only who may write clients forgets one, and another account's client is not found", async () => {
  const api = await aManager();
  const { id } = await aGuest(api);
  const reader = await service.aClient(api.account, { scopes: ["clients_read"] });
  expect((await reader.post(`/clients/${id}/forget`)).status).toBe(403);
  expect((await (await aManager()).post(`/clients/${id}/forget`)).status).toBe(404);
  expect(await read(api, "clients", id)).toMatchObject({ fullname: "Ada Guest", forget_me_at: null });
});
