import { beforeAll, describe, expect, test } from "vitest";
import type { Scope } from "../../src/kernel/access/scopes.ts";
import { publishChanges } from "../../src/modules/records/events/publish-changes.ts";
import type { Answer, ApiClient, Json } from "../harness/client.ts";
import { aBooking, aBookingsTag, aGuest, aRental, changing, created } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { type Feed, follow } from "./followed.ts";

const service = useSharedService();
let client: ApiClient;
let rental: Json;

beforeAll(async () => {
  client = await service.aClient(await service.anAccount());
  rental = await aRental(client);
});

const typesOf = ({ events }: Feed): unknown[] => events.map(({ type }) => type);

test("a feed without a cursor starts now and then returns writes in order, with their actors", async () => {
  const begun = await follow(client);
  expect(begun.events).toEqual([]);
  const guest = await aGuest(client, { fullname: "Ada Lovelace" });
  const stay = await aBooking(client, rental, { client_id: guest.id });
  const { events } = await follow(client, { after: begun.after });
  expect(events.map(({ type, record_id }) => [type, record_id])).toEqual([
    ["client.created", guest.id],
    ["booking.created", stay.id],
    ["availability.changed", rental.id],
  ]);
  expect(events[0]).toMatchObject({
    account_id: client.account,
    resource: "clients",
    actor: { type: "Application", id: client.application, name: null },
    changes: { fullname: [null, "Ada Lovelace"] },
  });
  expect(events[0]?.request_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(events[2]?.changes).toEqual({ dates: [null, [{ start_date: "2090-01-04", end_date: "2090-01-07" }]] });
});

test("one request's changes of a record are one event with first and last values, and no change is no event", async () => {
  const stay = await aBooking(client, rental, { start_at: "2091-01-04", end_at: "2091-01-08" });
  const { after } = await follow(client);
  const tag = await aBookingsTag(client);
  await changing(client, stay, { adults: 3, bookings_tag_ids: [tag.id] });
  await changing(client, stay, { adults: 3 });
  const { events } = await follow(client, { after, resource: "bookings" });
  expect(events).toHaveLength(1);
  expect(events[0]?.changes).toMatchObject({ adults: [stay.adults, 3], bookings_tag_ids: [[], [tag.id]] });
});

test("types, a resource and a limit narrow the feed, and its cursor continues after the last event", async () => {
  const { after } = await follow(client);
  const names = ["One", "Two", "Three"];
  for (const fullname of names) await aGuest(client, { fullname });
  const first = await follow(client, { after, limit: "2" });
  expect(first.events).toHaveLength(2);
  const rest = await follow(client, { after: first.after });
  expect([...first.events, ...rest.events].map(({ changes }) => changes)).toMatchObject(
    names.map((name) => ({ fullname: [null, name] })),
  );
  expect((await follow(client, { after, types: "booking.created" })).events).toEqual([]);
  expect((await follow(client, { after, resource: "clients" })).events).toHaveLength(3);
});

test("a waiting request is answered as soon as a change commits", async () => {
  const { after } = await follow(client);
  const waiting = follow(client, { after, wait: "30", types: "client.created" });
  await aBookingsTag(client);
  await aGuest(client, { fullname: "Late" });
  expect((await waiting).events).toMatchObject([{ type: "client.created", changes: { fullname: [null, "Late"] } }]);
});

describe("a waiting request whose token", () => {
  /** A reader with its own token, and the cursor after which it will wait. */
  async function aReader() {
    const reader = await service.aClient(client.account);
    return { reader, after: (await follow(reader)).after };
  }

  /** Starts waiting for new clients. The request is admitted when this returns. */
  async function waitWith({ reader, after }: Awaited<ReturnType<typeof aReader>>) {
    const counted = await usedBy(reader);
    const waiting = reader.get(`/events?after=${after}&wait=30&types=client.created`);
    await expect.poll(() => usedBy(reader)).toBe(counted + 1);
    return { reader, counted: counted + 1, waiting };
  }

  const aWaitingReader = async () => waitWith(await aReader());

  async function usedBy({ application }: ApiClient): Promise<number> {
    const [row] = await service.sql("select used from request_counts where application_id = $1", [application]);
    return Number(row?.used ?? 0);
  }

  test("ends gets an error and no events", async () => {
    const { reader, waiting } = await aWaitingReader();
    await service.sql("update access_tokens set revoked_at = now() where application_id = $1", [reader.application]);
    await aGuest(client, { fullname: "Not for you" });
    const answer = await waiting;
    expect(answer.status, answer.text).toBe(401);
    expect(answer.text).not.toContain("Not for you");
  });

  const giveScope = (reader: ApiClient, scope: Scope) =>
    service.sql("update access_tokens set scopes = array[$1] where application_id = $2", [scope, reader.application]);

  /** The reader receives no events, but receives the client's once it can read clients again. */
  async function assertGoesOn(reader: ApiClient, answer: Answer): Promise<void> {
    expect(answer.status, answer.text).toBe(200);
    expect(JSON.parse(answer.text).events).toEqual([]);
    await giveScope(reader, "clients_read");
    const { events } = await follow(reader, { after: JSON.parse(answer.text).meta.after });
    expect(events.map(({ type }) => type)).toContain("client.created");
  }

  test("loses scopes gets no events and can continue from its cursor", async () => {
    const { reader, waiting } = await aWaitingReader();
    await giveScope(reader, "rentals_read");
    await aGuest(client, { fullname: "Not for you" });
    await assertGoesOn(reader, await waiting);
  });

  test("loses scopes before the first read gets no events", async () => {
    const begun = await aReader();
    const account = { id: client.account };
    const { reader, waiting } = await service.database.within([account.id]).transaction(async (transaction) => {
      // A request publishes pending changes before it reads, and waits for a concurrent publisher.
      await transaction.run("update rentals set notes = 'Told' where account_id = $1 and id = $2", [
        account.id,
        rental.id,
      ]);
      await publishChanges({ transaction, account });
      await aBookingsTag(client);
      const admitted = await waitWith(begun);
      await giveScope(admitted.reader, "rentals_read");
      await aGuest(client, { fullname: "Not for you" });
      return admitted;
    });
    await assertGoesOn(reader, await waiting);
  });

  test("stays unchanged is counted once", async () => {
    const { reader, counted, waiting } = await aWaitingReader();
    await aGuest(client, { fullname: "For you" });
    expect((await waiting).text).toContain("For you");
    expect(await usedBy(reader)).toBe(counted);
  });
});

test("a malformed parameter is 400 and named", async () => {
  for (const [query, name] of [
    ["after=nonsense", "after"],
    ["types=booking.flown", "booking.flown"],
    ["resource=amenities", "resource"],
    ["limit=1001", "limit"],
    ["wait=31", "wait"],
    ["page=2", "page"],
  ]) {
    const answer = await client.get(`/events?${query}`);
    expect(answer.status, query).toBe(400);
    expect(answer.text).toContain(name);
  }
});

test("a cursor older than the retention or from before a restored backup is 410 and says what to do", async () => {
  const { after } = await follow(client);
  const [version, epoch, unreadSince, ...read] = Buffer.from(after, "base64url").toString().split(".");
  const text = (parts: unknown[]): string => Buffer.from(parts.join(".")).toString("base64url");
  for (const old of [
    text([version, epoch, Number(unreadSince) - 31 * 86_400, ...read]),
    text([version, Number(epoch) + 1, unreadSince, ...read]),
  ]) {
    const answer = await client.get(`/events?after=${old}`);
    expect(answer.status, answer.text).toBe(410);
    expect(answer.text).toContain("Synchronize with updated_since or full lists");
  }
});

test("a cursor before unread changes is as old as they are: it is 410 once they may be deleted", async () => {
  const { account } = client;
  const { after } = await follow(client);
  for (const fullname of ["Ann", "Ben", "Cem"]) await aGuest(client, { fullname });
  await follow(client, { after });
  const age = (days: number) =>
    service.sql(
      `update changes set occurred_at = now() - make_interval(days => $2)
       where account_id = $1 and id > (select max(id) - 3 from changes where account_id = $1)`,
      [account, days],
    );
  await age(20);
  const partly = await follow(client, { after, limit: "1" });
  const behind = await follow(client, { after: partly.after, limit: "1" });
  const whole = await follow(client, { after: partly.after, limit: "2" });
  expect([partly.events.length, behind.events.length, whole.events.length]).toEqual([1, 1, 2]);
  const shifted = (cursor: string, days: number): string => {
    const [version, epoch, since, ...read] = Buffer.from(cursor, "base64url").toString().split(".");
    return Buffer.from([version, epoch, Number(since) - days * 86_400, ...read].join(".")).toString("base64url");
  };
  const statusIn = async (cursor: string, days: number) =>
    (await client.get(`/events?after=${shifted(cursor, days)}`)).status;
  expect([await statusIn(behind.after, 9), await statusIn(behind.after, 11)]).toEqual([200, 410]);
  expect([await statusIn(whole.after, 29), await statusIn(whole.after, 31)]).toEqual([200, 410]);
});

describe("a token sees of changes", () => {
  test("no resources that its scopes cannot read, and no attributes that they hide", async () => {
    const narrow = await service.aClient(client.account, { scopes: ["public"] });
    const { after } = await follow(narrow);
    await aGuest(client, { fullname: "Hidden" });
    await created(client, "/rentals", "rentals", { name: "Shown", notes: "for us alone" });
    const { events } = await follow(narrow, { after });
    expect(new Set(events.map(({ resource }) => resource))).not.toContain("clients");
    const made = events.find(({ type }) => type === "rental.created");
    expect(made?.changes).toMatchObject({ name: [null, "Shown"] });
    expect(JSON.stringify(events)).not.toContain("for us alone");
  });

  test("nothing of another account", async () => {
    const other = await service.aClient(await service.anAccount());
    const { after } = await follow(other);
    await aGuest(client, { fullname: "Somebody" });
    expect((await follow(other, { after })).events).toEqual([]);
    // The other account's cursor reveals nothing either.
    const { after: theirs } = await follow(client);
    await aGuest(client, { fullname: "Somebody else" });
    expect((await follow(other, { after: theirs })).events).toEqual([]);
  });

  test("a record that becomes invisible as deleted, with its id only", async () => {
    const narrow = await service.aClient(client.account, { scopes: ["public"] });
    const stay = await aBooking(client, rental, { start_at: "2092-01-04", end_at: "2092-01-08" });
    const { after } = await follow(narrow);
    const answer = await client.delete(`/bookings/${stay.id}`);
    expect(answer.status, answer.text).toBeLessThan(300);
    const { events } = await follow(narrow, { after, resource: "bookings" });
    expect(events).toMatchObject([{ type: "booking.deleted", record_id: stay.id, changes: {} }]);
    expect(typesOf(await follow(client, { after, resource: "bookings" }))).toEqual(["booking.canceled"]);
  });

  test("its own application's records in full, where it can see only these", async () => {
    const owning = await service.aClient(client.account, { scopes: ["bookings_write_owned"] });
    const { after } = await follow(owning);
    const own = await aBooking(owning, rental, { start_at: "2093-01-04", end_at: "2093-01-08", adults: 2 });
    const other = await aBooking(client, rental, { start_at: "2093-02-04", end_at: "2093-02-08", adults: 4 });
    const { events } = await follow(owning, { after, resource: "bookings" });
    expect(events.find(({ record_id }) => record_id === own.id)?.changes).toMatchObject({ adults: [null, 2] });
    expect(events.find(({ record_id }) => record_id === other.id)?.changes).not.toHaveProperty("adults");
  });
});
