import { beforeAll, describe, expect, test } from "vitest";
import { resources } from "../../src/app/registry.ts";
import { guardedResources } from "../../src/modules/records/audit/guarded-records.ts";
import { type ApiClient, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aBookingsTag, aComment, aGuest, aRental, changing, created } from "../harness/factories.ts";
import { ownPeople } from "../harness/people.ts";
import { fullScopes, useSharedService } from "../harness/service.ts";
import { aConversation, aHost, aMessage, aParticipant } from "../inbox/fixture.ts";
import { aPayment } from "../payments/factories.ts";
import { aKnownGuest, marker } from "../privacy/fixture.ts";
import { dayAhead } from "../rates/factories.ts";

/** The audit log (events.md, Audit). */
const service = useSharedService();
let client: ApiClient;
let rental: Json;

beforeAll(async () => {
  client = await service.aClient(await service.anAccount());
  rental = await aRental(client);
});

async function entries(from: ApiClient, query: Record<string, unknown> = {}): Promise<Json[]> {
  const asked = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const answer = await from.get(`/audit_entries?${asked}`);
  expect(answer.status, answer.text).toBe(200);
  return recordsOf(answer, "audit_entries");
}

test("a writer can read at once who changed what, with values, time and request", async () => {
  const stay = await aBooking(client, rental, { adults: 2 });
  const answer = await changing(client, stay, { adults: 3 });
  const request = answer.headers.get("x-request-id");
  const [made, changed, ...others] = await entries(client, { resource: "bookings", record_id: stay.id });
  expect(others).toEqual([]);
  const [application] = await service.sql("select name from applications where id = $1", [client.application]);
  const actor = { type: "Application", id: client.application, name: application?.name };
  expect(actor.name).toMatch(/^Application/);
  expect(made).toMatchObject({ type: "booking.created", record_id: stay.id, resource: "bookings", actor });
  expect(made?.changes).toMatchObject({ adults: [null, 2], rental_id: [null, rental.id] });
  expect(changed).toEqual({
    ...{ id: expect.any(Number), type: "booking.updated", resource: "bookings", record_id: stay.id, actor },
    ...{ request_id: request, changes: expect.objectContaining({ adults: [2, 3] }), occurred_at: expect.any(String) },
    ...{ updated_at: changed?.occurred_at, links: { account: client.account } },
  });
  const one = recordOf(await client.get(`/audit_entries/${changed?.id}`), "audit_entries");
  expect(one).toEqual(changed);
});

test("the list of changes can be filtered by resource, record, type, actor and time", async () => {
  const other = await service.aClient(client.account);
  const [ada, bob] = [await aGuest(client, { fullname: "Ada" }), await aGuest(other, { fullname: "Bob" })];
  await client.put(`/clients/${ada.id}`, { clients: [{ fullname: "Ada L." }] });
  const records = `${ada.id},${bob.id}`;
  const of = (query: Record<string, unknown>) => entries(client, { resource: "clients", record_id: records, ...query });
  expect((await of({})).map(({ type, record_id }) => [type, record_id])).toEqual([
    ["client.created", ada.id],
    ["client.created", bob.id],
    ["client.updated", ada.id],
  ]);
  expect(await of({ type: "client.updated,client.deleted" })).toMatchObject([{ record_id: ada.id }]);
  const bobs = { actor_type: "Application", actor_id: other.application };
  expect(await of(bobs)).toMatchObject([{ record_id: bob.id }]);
  expect(await of({ actor_type: "User" })).toEqual([]);
  const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  expect(await of({ from: hour(-1), to: hour(1) })).toHaveLength(3);
  expect(await of({ from: hour(1) })).toEqual([]);
  expect(await of({ to: hour(-1) })).toEqual([]);
  expect(await of({ updated_since: hour(-1) })).toHaveLength(3);
  expect(await of({ to: String((await of({})).at(-1)?.occurred_at).slice(0, 10) })).toHaveLength(3);
  for (const wrong of ["from=yesterday", "actor_id=1", "actor_type=Somebody"])
    expect((await client.get(`/audit_entries?${wrong}`)).status, wrong).toBe(400);
});

test("the changes to a booking include those to its fees, comments and payments, but no other booking's", async () => {
  const own = await service.aClient(await service.anAccount());
  const [house, barn] = [await aRental(own), await aRental(own)];
  const [stay, other] = [await aBooking(own, house), await aBooking(own, barn)];
  for (const one of [stay, other]) {
    await aComment(own, one);
    await aPayment(own, one);
  }
  const found = await entries(own, { booking_id: stay.id });
  expect(new Set(found.map(({ resource }) => resource))).toEqual(
    new Set(["bookings", "booking_comments", "payments", "bookings_payments"]),
  );
  const others = await entries(own, { booking_id: other.id });
  expect(found.length).toBeGreaterThan(3);
  expect(others.filter(({ id }) => found.some((entry) => entry.id === id))).toEqual([]);
  expect(await entries(own, { booking_id: `${stay.id},${other.id}` })).toHaveLength(found.length + others.length);
  const narrowed = await entries(own, { booking_id: stay.id, resource: "bookings,booking_comments" });
  expect(new Set(narrowed.map(({ resource }) => resource))).toEqual(new Set(["bookings", "booking_comments"]));
  expect(await entries(client, { booking_id: stay.id })).toEqual([]);
});

test("the changes to a rental include those to its photos, availability and bookings, but no other rental's", async () => {
  const own = await service.aClient(await service.anAccount());
  const [house, barn] = [await aRental(own), await aRental(own)];
  const stay = await aBooking(own, house);
  await aBooking(own, barn);
  await created(own, `/rentals/${house.id}/bedrooms`, "bedrooms", { name_en: "Blue room" });
  const found = await entries(own, { rental_id: house.id });
  const records = found.map(({ resource, record_id }) => `${resource} ${record_id}`);
  expect(records).toEqual(
    expect.arrayContaining([`rentals ${house.id}`, `availabilities ${house.id}`, `bookings ${stay.id}`]),
  );
  expect(found.filter(({ resource }) => resource === "bedrooms")).toHaveLength(1);
  const others = await entries(own, { rental_id: barn.id });
  expect(others.filter(({ id }) => found.some((entry) => entry.id === id))).toEqual([]);
});

test("pages continue after the last entry, and the total counts all entries", async () => {
  const own = await service.aClient(await service.anAccount());
  for (let index = 0; index < 5; index++) await aBookingsTag(own, { name_en: `Tag ${index}` });
  const seen: unknown[] = [];
  let path: string | undefined = "/audit_entries?per_page=2&resource=bookings_tags";
  while (path !== undefined) {
    const answer = await own.get(path);
    seen.push(...recordsOf(answer, "audit_entries").map(({ record_id }) => record_id));
    const { meta } = JSON.parse(answer.text);
    expect(meta["X-Total-Count"]).toBe("5");
    path = meta.Link.next?.replace(/^.*\/api\/v3/, "");
    if (path !== undefined) expect(path).toContain("after=");
  }
  expect(new Set(seen).size).toBe(5);
  const all = await own.get("/audit_entries");
  expect(JSON.parse(all.text).meta["X-Total-Count"]).toBe(String(recordsOf(all, "audit_entries").length));
});

test("an update of only links or computed attributes is an event but no audit entry, and totals agree", async () => {
  const own = await service.aClient(await service.anAccount());
  const stay = await aBooking(own, await aRental(own));
  await aComment(own, stay);
  await entries(own);
  const [event] = await service.sql(
    "select id::float8 from changes where account_id = $1 and resource = 'bookings' and changes = '{}'",
    [own.account],
  );
  expect(event).toBeDefined();
  expect((await own.get(`/audit_entries/${event?.id}`)).status).toBe(404);
  for (const path of ["/audit_entries", `/bookings/${stay.id}/history`]) {
    const answer = await own.get(path);
    const listed = recordsOf(answer, "audit_entries");
    expect(
      listed.filter(({ type, changes }) => String(type).endsWith(".updated") && !Object.keys(Object(changes))[0]),
    ).toEqual([]);
    expect(JSON.parse(answer.text).meta["X-Total-Count"], path).toBe(String(listed.length));
  }
  await service.sql("delete from changes where account_id = $1", [own.account]);
  expect(JSON.parse((await own.get("/audit_entries")).text).meta["X-Total-Count"]).toBe("0");
});

test("a token without audit_read, or of another account, cannot read the history", async () => {
  const stay = await aBooking(client, rental, { start_at: "2091-01-04", end_at: "2091-01-08" });
  const scopes = fullScopes.filter((scope) => scope !== "audit_read");
  const without = await service.aClient(client.account, { scopes });
  const stranger = await service.aClient(await service.anAccount());
  for (const path of ["/audit_entries", `/bookings/${stay.id}/history`])
    expect((await without.get(path)).status, path).toBe(403);
  const [entry] = await entries(client);
  expect((await stranger.get(`/audit_entries/${entry?.id}`)).status).toBe(404);
  expect((await stranger.get(`/bookings/${stay.id}/history`)).status).toBe(404);
  expect((await entries(stranger)).map(({ resource }) => resource)).not.toContain("bookings");
});

describe("the history of one record", () => {
  test("lists its changes oldest first, in pages, even after it was deleted", async () => {
    const table = await created(client, "/rates_tables", "rates_tables", { name_en: "Seaside" });
    await client.put(`/rates_tables/${table.id}`, { rates_tables: [{ name_en: "Seaside 2" }] });
    await client.delete(`/rates_tables/${table.id}`);
    const answer = await client.get(`/rates_tables/${table.id}/history?per_page=2`);
    expect(answer.status, answer.text).toBe(200);
    const { meta } = JSON.parse(answer.text);
    expect(meta["X-Total-Count"]).toBe("3");
    const next = await client.get(meta.Link.next.replace(/^.*\/api\/v3/, ""));
    const told = [...recordsOf(answer, "audit_entries"), ...recordsOf(next, "audit_entries")];
    expect(told.map(({ type }) => type)).toEqual(
      ["created", "updated", "deleted"].map((what) => `rates_table.${what}`),
    );
    expect(told[1]?.changes).toEqual({ name: [{ en: "Seaside" }, { en: "Seaside 2" }] });
    expect(JSON.parse(next.text).meta.Link.next).toBeUndefined();
  });

  test("exists for bookings, rentals, payments, rates tables and clients, and for several at once", async () => {
    const known = await aKnownGuest(client);
    const { client: guest, booking, payment } = known;
    for (const [path, { id }] of Object.entries({ clients: guest, bookings: booking, payments: payment })) {
      const told = recordsOf(await client.get(`/${path}/${id}/history`), "audit_entries");
      expect(told[0], path).toMatchObject({ resource: path, record_id: id, type: expect.stringMatching(/created$/) });
    }
    const both = recordsOf(
      await client.get(`/rentals/${rental.id},${Number(rental.id) + 9999}/history`),
      "audit_entries",
    );
    expect(new Set(both.map(({ record_id }) => record_id))).toEqual(new Set([rental.id]));
    expect((await client.get("/clients/999999999/history")).status).toBe(404);
    expect((await client.get(`/clients/${guest.id}/history?type=x`)).status).toBe(400);
  });
});

describe("an application that is not the account's own", () => {
  test("cannot see a restricted person's data in the history, while the account's people can", async () => {
    const account = await service.anAccount();
    const [stranger, own] = [await service.aClient(account), await ownPeople(service, account)];
    const { client: guest } = await aKnownGuest(stranger);
    expect(JSON.stringify(await entries(stranger, { resource: "clients" }))).toContain(marker);
    expect((await own.post(`/clients/${guest.id}/restrict_processing`)).status).toBe(200);
    for (const resource of ["clients", "payments", "inquiries", "conversations", "messages"]) {
      const seen = await entries(stranger, { resource });
      expect(seen.length, resource).toBeGreaterThan(0);
      expect(JSON.stringify(seen), resource).not.toContain(marker);
      expect(JSON.stringify(await entries(own, { resource })), resource).toContain(marker);
    }
    const history = `/clients/${guest.id}/history`;
    expect((await stranger.get(history)).text).not.toContain(marker);
    expect((await own.get(history)).text).toContain(marker);
    expect((await own.post(`/clients/${guest.id}/lift_restriction`)).status).toBe(200);
    expect(JSON.stringify(await entries(stranger, { resource: "clients" }))).toContain(marker);
  });

  test("sees no notes hidden from it, and its total does not count them", async () => {
    const account = await service.anAccount();
    const [stranger, own] = [await service.aClient(account), await ownPeople(service, account)];
    const conversation = await aConversation(own, {});
    const sender = await aParticipant(own, conversation, "Host", await aHost(own));
    const note = await aMessage(own, conversation, sender, { content: "for us alone", visibility: "internal" });
    await aMessage(own, conversation, sender, { content: "for all", channel: "airbnb" });
    const [all] = await entries(own, { resource: "messages", record_id: note.id });
    expect(all?.changes).toMatchObject({ content: [null, "for us alone"] });
    expect(await entries(stranger, { resource: "messages" })).toMatchObject([
      { changes: { content: [null, "for all"] } },
    ]);
    expect((await stranger.get(`/audit_entries/${all?.id}`)).status).toBe(404);
    const [theirs, ours] = [await stranger.get("/audit_entries"), await own.get("/audit_entries")];
    const total = (answer: typeof theirs) => Number(JSON.parse(answer.text).meta["X-Total-Count"]);
    expect(total(theirs)).toBe(recordsOf(theirs, "audit_entries").length);
    expect(total(ours)).toBe(total(theirs) + 1);
  });

  test("is covered by the guard of every resource with hidden records or restricted persons", () => {
    const guarded = resources.filter(
      ({ recorded, computed, visible, personalData }) =>
        recorded !== false && !computed && (visible !== undefined || personalData?.restricted !== undefined),
    );
    const names = (list: typeof guarded) => list.map(({ name }) => name).toSorted();
    expect(names([...guardedResources])).toEqual(names(guarded));
  });
});

test("a change of an attribute without a declaration is read as recorded", async () => {
  const guest = await aGuest(client);
  await entries(client);
  await service.sql(
    `insert into changes (account_id, resource, record_id, type, occurred_at, actor_type, actor_name, changes)
     values ($1, 'clients', $2, 'client.updated', now(), 'Job', 'an old one', '{"nickname": ["Ad", null]}')`,
    [client.account, String(guest.id)],
  );
  const told = recordsOf(await client.get(`/clients/${guest.id}/history`), "audit_entries");
  // Its position is not checked: on a cluster, rows that the owner inserts get ids from another range than published ones.
  expect(told.filter(({ type }) => type === "client.updated")).toMatchObject([
    { changes: { nickname: ["Ad", null] }, actor: { type: "Job", id: null, name: "an old one" } },
  ]);
});

test("two changes of one map of nights in one transaction stay separate, each with its own nights", async () => {
  const mapped = await aRental(client, { nightly_rates_managed_externally: true });
  const path = `/nightly_rate_maps/${mapped.id}`;
  const body = (first: number, rates_map: string) => ({
    nightly_rate_maps: [{ start_date: dayAhead(first), rates_map }],
  });
  await client.put(path, body(1, "50"));
  await entries(client);
  const put = (first: number, rates: string) => ({ method: "PUT", path, body: body(first, rates) });
  const answer = await client.post("/bulk", { operations: [put(2, "90,95"), put(20, "70")], atomic: true });
  expect(answer.status, answer.text).toBe(200);
  const told = await entries(client, { resource: "nightly_rate_maps", record_id: mapped.id });
  expect(told.slice(-2).map(({ changes }) => changes)).toMatchObject([
    { rates_map: [{}, { start_date: dayAhead(2), values: ["90.0", "95.0"] }] },
    { rates_map: [{}, { start_date: dayAhead(20), values: ["70.0"] }] },
  ]);
});
