import pg from "pg";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import type { ApiClient, Json } from "../harness/client.ts";
import { aBooking, aRental, booking } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";

// operations.md, "Distributed": one account's statements go to one worker. Only `npm run test:citus` runs this.

const service = useService();
const spy = vi.spyOn(pg.Client.prototype, "query");
let account: number;
let client: ApiClient;
let rental: Json;
let stay: Json;

beforeAll(async () => {
  account = await service.anAccount();
  client = await service.aClient(account);
  rental = await aRental(client, { base_rate: "100" });
  stay = await aBooking(client, rental, { start_at: "2090-01-01", end_at: "2090-01-04" });
});
afterAll(() => spy.mockRestore());

interface Sent {
  readonly text: string;
  readonly values: unknown[];
}

/** A statement on tables, as sent; undefined for transaction control and settings. */
function sentIn([asked, given]: readonly unknown[]): Sent | undefined {
  const config = typeof asked === "string" ? { text: asked, values: given } : asked;
  if (typeof config !== "object" || config === null || !("text" in config)) return undefined;
  const { text } = config;
  if (typeof text !== "string" || !/^\s*(select|with|insert|update|delete)\b/.test(text)) return undefined;
  return { text, values: "values" in config && Array.isArray(config.values) ? config.values : [] };
}

/** The ports of the workers that run a request's statements within its account. */
async function placesOf(request: () => Promise<{ readonly status: number }>): Promise<string[]> {
  spy.mockClear();
  expect((await request()).status).toBeLessThan(300);
  const statements = spy.mock.calls.flatMap((call) => sentIn(call) ?? []);
  const looking = new pg.Client({ ...inject("application"), database: await databaseName() });
  await looking.connect();
  const places = new Set<string>();
  try {
    for (const { text, values } of statements) {
      // The coordinator identifies the caller before the account is known.
      if (/^\s*with asked\b/.test(text)) continue;
      await looking.query("begin");
      await looking.query(`set local roost.accounts = '{${account}}'`);
      const { rows } = await looking.query(`explain (format json) ${text}`, values);
      await looking.query("rollback");
      const plan = JSON.stringify(rows);
      for (const [, port = ""] of plan.matchAll(/"Node":"host=\S+ port=(\d+)/g)) places.add(port);
      for (const [, tasks] of plan.matchAll(/"Task Count":(\d+)/g)) expect([text, tasks]).toEqual([text, "1"]);
    }
  } finally {
    await looking.end();
  }
  // The coordinator reads reference tables itself, because every server has a copy.
  places.delete(String(inject("owner").port));
  return [...places];
}

async function databaseName(): Promise<string> {
  const [row] = await service.sql("select current_database()::text as name");
  return String(row?.name);
}

test.each<[string, () => Promise<{ readonly status: number }>]>([
  ["a list", () => client.get("/bookings?include=rental,client")],
  ["a record", () => client.get(`/bookings/${stay.id}`)],
  ["a search with quotes", () => client.get("/rentals/search?start_at=2090-02-10&end_at=2090-02-17&adults=2")],
  ["length-of-stay records", () => client.get(`/los_records?rental_id=${rental.id}&kinds=final_price`)],
  ["a booking", () => booking(client, rental, { start_at: "2090-03-01", end_at: "2090-03-04" })],
])("%s is asked of the one worker that has the account", async (_what, request) => {
  expect(await placesOf(request)).toHaveLength(1);
});
