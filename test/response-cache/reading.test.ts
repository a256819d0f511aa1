import { expect, test } from "vitest";
import { apiTokens } from "../../src/modules/platform/access/tokens/api-tokens.ts";
import { TokenVerifier } from "../../src/modules/platform/access/tokens/token-verifier.ts";
import { type Answer, type ApiClient, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aBookingsTag, aGuest, aRental, aRentalsTag, idsOf, linksOf } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";

const service = useService();

async function aSetting(): Promise<{ account: number; client: ApiClient; guest: Json }> {
  const account = await service.anAccount();
  const client = await service.aClient(account);
  return { account, client, guest: await aGuest(client) };
}

/** Requests until the response is cached, then once more. */
async function readUntilCached(client: ApiClient, path: string): Promise<Answer> {
  await client.get(path);
  await client.get(path);
  return client.get(path);
}

/** Changes a guest without changing the account's content version, which no real write does. */
async function renamedInSecret(guest: Json, name: string): Promise<void> {
  await service.sql("alter table clients disable trigger content_written");
  await service.sql("update clients set fullname = $2 where id = $1", [guest.id, name]);
  await service.sql("alter table clients enable trigger content_written");
}

const laterNights = { start_at: "2090-02-01", end_at: "2090-02-05" };

/** Waits until the database's clock passes the time in a booking's column. */
async function isOver(column: string, { id }: Json): Promise<void> {
  const passed = () => service.sql(`select from bookings where id = $1 and ${column} <= now()`, [id]);
  await expect.poll(passed).toHaveLength(1);
}

const nameIn = (answer: Answer): unknown => recordOf(answer, "clients").fullname;

test("the third answer comes from memory", async () => {
  const { client, guest } = await aSetting();
  expect(nameIn(await readUntilCached(client, `/clients/${guest.id}`))).toBe("Ada Guest");
  await renamedInSecret(guest, "Secret");
  expect(nameIn(await client.get(`/clients/${guest.id}`))).toBe("Ada Guest");
  // A response requested only once is not cached.
  expect(nameIn(await client.get("/clients?per_page=7"))).toBe("Secret");
});

test("a writer is admitted without the content version, also beside a reader with the same token", async () => {
  const { client } = await aSetting();
  const { token } = client;
  const verifier = new TokenVerifier(service.database.counting, apiTokens);
  const presented = [{ token }, { token, reads: true }, { token, reads: false }];
  const verified = await Promise.all(presented.map((one) => verifier.verify(one)));
  expect(verified.map(({ valid }) => valid && typeof valid.identity.content?.version)).toEqual([
    "undefined",
    "string",
    "undefined",
  ]);
});

test("a cached answer survives changes of other accounts, and is read again after any change of its own", async () => {
  const { client, guest } = await aSetting();
  const other = await aSetting();
  await readUntilCached(client, `/clients/${guest.id}`);
  await renamedInSecret(guest, "Secret");
  await aGuest(other.client);
  expect(nameIn(await client.get(`/clients/${guest.id}`))).toBe("Ada Guest");
  await aBookingsTag(client);
  expect(nameIn(await client.get(`/clients/${guest.id}`))).toBe("Secret");
});

test("the next request sees writes by the API, by SQL and by a deletion", async () => {
  const { client, guest } = await aSetting();
  const path = `/clients/${guest.id}`;
  await readUntilCached(client, path);
  await client.put(path, { clients: [{ fullname: "Ada Two" }] });
  expect(nameIn(await client.get(path))).toBe("Ada Two");
  await service.sql("update clients set fullname = 'Ada Three' where id = $1", [guest.id]);
  expect(nameIn(await readUntilCached(client, path))).toBe("Ada Three");
  await readUntilCached(client, "/clients");
  const { id } = await aGuest(client);
  expect(idsOf(recordsOf(await client.get("/clients"), "clients"))).toEqual([guest.id, id]);
});

test("a link reflects joined and separated records, whichever table changes", async () => {
  const { client } = await aSetting();
  const rental = await aRental(client);
  const stay = await aBooking(client, rental);
  const tag = await aRentalsTag(client);
  const tagsOf = async (): Promise<unknown> =>
    linksOf(recordOf(await readUntilCached(client, `/bookings/${stay.id}`), "bookings")).rentals_tags;
  expect(await tagsOf()).toEqual([]);
  await client.put(`/rentals/${rental.id}`, { rentals: [{ rentals_tag_ids: [tag.id] }] });
  expect(await tagsOf()).toEqual([tag.id]);
  await client.put(`/rentals/${rental.id}`, { rentals: [{ rentals_tag_ids: [] }] });
  expect(await tagsOf()).toEqual([]);
});

test("a change is visible after its commit, and not after a rollback", async () => {
  const { account, client, guest } = await aSetting();
  const path = `/clients/${guest.id}`;
  const renamed = (name: string, whileUnderWay: () => Promise<void>) =>
    service.database.within([account]).transaction(async (transaction) => {
      await transaction.run("update clients set fullname = $2 where id = $1", [guest.id, name]);
      await whileUnderWay();
    });
  const isShown = async (name: string) => expect(nameIn(await readUntilCached(client, path))).toBe(name);
  await isShown("Ada Guest");
  await renamed("Later", () => isShown("Ada Guest"));
  await isShown("Later");
  const breakOff = () => Promise.reject(new Error("broken off"));
  await expect(renamed("Never", breakOff)).rejects.toThrow("broken off");
  await isShown("Later");
});

test("an expired hold is shown as canceled without a write", async () => {
  const { client } = await aSetting();
  const stay = await aBooking(client, await aRental(client), { tentative_expires_at: "2089-01-01T00:00:00Z" });
  await service.sql("update bookings set tentative_expires_at = now() + interval '1 second' where id = $1", [stay.id]);
  const statusNow = async (): Promise<unknown> => recordOf(await client.get(`/bookings/${stay.id}`), "bookings").status;
  await readUntilCached(client, `/bookings/${stay.id}`);
  await isOver("tentative_expires_at", stay);
  expect(await statusNow()).toBe("Canceled");
});

test("a stay that has ended leaves the list of upcoming stays without a write", async () => {
  const { client } = await aSetting();
  const rental = await aRental(client);
  const [ending, ahead] = [await aBooking(client, rental), await aBooking(client, rental, laterNights)];
  await service.sql(
    "update bookings set start_at = now() - interval '3 days', end_at = now() + interval '1 second' where id = $1",
    [ending.id],
  );
  await readUntilCached(client, "/bookings");
  await isOver("end_at", ending);
  const list = await client.get("/bookings");
  expect([idsOf(recordsOf(list, "bookings")), list.headers.get("x-total-count")]).toEqual([[ahead.id], "1"]);
});

test("each token sees only what it may see, never another token's answer", async () => {
  const { account, client } = await aSetting();
  const stay = await aBooking(client, await aRental(client), { notes: "the key is under the mat" });
  const anybody = await service.aClient(account, { scopes: ["public"] });
  const stranger = await service.aClient(await service.anAccount());
  const path = `/bookings/${stay.id}`;
  expect(recordOf(await readUntilCached(client, path), "bookings").notes).toBe("the key is under the mat");
  expect(recordOf(await readUntilCached(anybody, path), "bookings")).not.toHaveProperty("notes");
  expect((await readUntilCached(stranger, path)).status).toBe(404);
  expect(recordOf(await client.get(path), "bookings").notes).toBe("the key is under the mat");
  const clients = await service.aClient(account, { scopes: ["clients_read"], application: client.application });
  expect((await readUntilCached(clients, path)).status).toBe(403);
});

test("a revoked token gets nothing, and every request is counted", async () => {
  const { client, guest } = await aSetting();
  const path = `/clients/${guest.id}`;
  const remaining = (answer: Answer) => Number(answer.headers.get("x-ratelimit-remaining"));
  const before = remaining(await readUntilCached(client, path));
  expect(remaining(await client.get(path))).toBe(before - 1);
  await service.sql("update access_tokens set revoked_at = now() where application_id = $1", [client.application]);
  expect((await client.get(path)).status).toBe(401);
});

test("a cached answer has the same headers, is compressed per client, and yields 304", async () => {
  const { client } = await aSetting();
  for (let made = 0; made < 10; made++) await aGuest(client, { notes: "x".repeat(200) });
  const path = "/clients?per_page=5";
  const first = await client.get(path);
  const kept = await readUntilCached(client, path);
  for (const name of ["etag", "link", "x-total-count", "x-total-pages", "x-per-page", "vary", "cache-control"])
    expect(kept.headers.get(name), name).toBe(first.headers.get(name));
  expect(kept.text).toBe(first.text);
  expect(kept.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
  const etag = String(kept.headers.get("etag"));
  expect((await client.get(path, { "if-none-match": etag })).status).toBe(304);
  for (let times = 0; times < 2; times++) {
    const response = await fetch(`${client.url}/api/v3${path}`, {
      headers: { authorization: `Bearer ${client.token}`, "accept-encoding": "gzip" },
    });
    expect(response.headers.get("content-encoding")).toBe("gzip");
    expect(await response.text()).toBe(first.text);
  }
  expect((await client.send("HEAD", path)).text).toBe("");
});

test("a bulk operation sees the write of the previous one", async () => {
  const { client, guest } = await aSetting();
  const path = `/clients/${guest.id}`;
  await readUntilCached(client, path);
  const answer = await client.post("/bulk", {
    operations: [
      { method: "PUT", path, body: { clients: [{ fullname: "Ada Bulk" }] } },
      { method: "GET", path },
    ],
  });
  expect(answer.status).toBe(200);
  expect(answer.text.match(/Ada Bulk/g)).toHaveLength(2);
});

test("a change of an installation changes the version, except for its last use", async () => {
  const rows = await service.sql(
    `select attname as name from pg_attribute where attrelid = 'accounts_applications'::regclass and attnum > 0 and not attisdropped
       and attnum <> all ((select tgattr from pg_trigger where tgrelid = attrelid and tgname = 'content_written')::int2[])`,
  );
  expect(rows.map(({ name }) => name)).toEqual(["last_used_at"]);
});
