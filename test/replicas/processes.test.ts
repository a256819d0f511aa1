import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { ApiClient, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aDatabase, runSql, urlOf } from "../harness/databases.ts";
import { aDirectory, aToken, plainSettings, Service } from "../start/service.ts";

const stay = (start_at: string, end_at: string) => ({ bookings: [{ start_at, end_at }] });

/** A rental's current length-of-stay records, from the client's process. */
async function losOf(client: ApiClient, rental: Json): Promise<string> {
  const answer = await client.get(`/los_records?rental_id=${rental.id}&kinds=final_price`);
  expect(answer.status, answer.text).toBe(200);
  return JSON.stringify(recordsOf(answer, "los_records"));
}

test("two processes on one database act as one service: each applies the other's changes immediately", async () => {
  const database = await aDatabase();
  const shared = {
    DATABASE_URL: urlOf(database.owner),
    ROOST_SECRETS_KEY: randomBytes(32).toString("hex"),
    ROOST_FILES_DIR: await aDirectory(),
  };
  const settings = [await plainSettings(), await plainSettings()];
  const processes = settings.map((own) => new Service({ ...own, ...shared }));
  await Promise.all(processes.map((process) => process.ready()));
  const { account, token } = await aToken(database.owner);
  const [one, other] = settings.map(
    ({ ROOST_HTTP_PORT }) => new ApiClient(`http://127.0.0.1:${ROOST_HTTP_PORT}`, token, account),
  );
  if (!one || !other) throw new Error("There are two processes.");
  const asked = { name: "Cottage", base_rate: "100", currency: "EUR" };
  const rental = recordOf(await one.post("/rentals", { rentals: [asked] }), "rentals");

  // Prices and calendars, which each process caches by version.
  const before = await losOf(other, rental);
  expect(await losOf(one, rental)).toBe(before);
  await one.put(`/rentals/${rental.id}`, { rentals: [{ base_rate: "180" }] });
  const dearer = await losOf(other, rental);
  expect(dearer).not.toBe(before);
  expect(await losOf(one, rental)).toBe(dearer);
  const now = Date.now();
  const [night = "", next = ""] = [40, 41].map((days) => new Date(now + days * 86_400_000).toISOString().slice(0, 10));
  expect((await other.post(`/rentals/${rental.id}/bookings`, stay(night, next))).status).toBe(201);
  expect((await one.post(`/rentals/${rental.id}/bookings`, stay(night, next))).status).toBe(422);

  // One idempotency key used at both concurrently creates one booking.
  const key = { "idempotency-key": randomUUID() };
  const twice = await Promise.all(
    [one, other].map((client) => client.post(`/rentals/${rental.id}/bookings`, stay("2032-01-01", "2032-01-03"), key)),
  );
  const won = twice.filter(({ status }) => status === 201);
  expect(won.length, twice.map(({ text }) => text).join()).toBeGreaterThan(0);
  expect(new Set(won.map(({ text }) => text)).size).toBe(1);

  // A commit in one process wakes a long poll in the other.
  const { after } = Object((await other.get("/events?types=client.created")).json.meta);
  const waiting = other.get(`/events?types=client.created&wait=30&after=${after}`);
  expect((await one.post("/clients", { clients: [{ fullname: "Ada" }] })).status).toBe(201);
  expect(recordsOf(await waiting, "events")).toHaveLength(1);

  // One process serves a file uploaded to the other.
  const picture = Buffer.from("a file of both").toString("base64");
  const sent = await one.post("/inbox/attachments", {
    attachments: [{ name: "note.txt", file: `data:text/plain;base64,${picture}` }],
  });
  const attachment = recordOf(sent, "attachments");
  const url = new URL(String(recordOf(await other.get(`/inbox/attachments/${attachment.id}`), "attachments").url));
  const bytes = await fetch(`${other.url}${url.pathname}${url.search}`);
  expect(await bytes.text()).toBe("a file of both");

  // A changed limit and a revoked token apply from the next request to either.
  const limit =
    "update applications set rate_limit = $1 where id = (select application_id from access_tokens where account_id = $2)";
  await runSql(database.owner, limit, [5, account]);
  for (const client of [one, other]) expect((await client.get("/rentals")).status).toBe(429);
  await runSql(database.owner, limit, [1_000_000, account]);
  for (const client of [one, other]) expect((await client.get("/rentals")).status).toBe(200);
  await runSql(database.owner, "update access_tokens set revoked_at = now() where account_id = $1", [account]);
  for (const client of [one, other]) expect((await client.get("/rentals")).status).toBe(401);

  for (const process of processes) expect(await process.signal("SIGTERM")).toEqual({ code: 0, signal: null });
  await database.drop();
});
