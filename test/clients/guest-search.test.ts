import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, idsOf } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";

/** `query` finds guests, and bookings by their guests (bookings.md, Who a guest is). */
const service = useService();
const spy = vi.spyOn(pg.Client.prototype, "query");
let client: ApiClient;
let account: number;
let guest: Json;
let stay: Json;

beforeAll(async () => {
  account = await service.anAccount();
  client = await service.aClient(account);
  const rental = await aRental(client, { base_rate: "100" });
  guest = await aGuest(client, {
    ...{ fullname: "José Grün", emails: [{ email: "first@example.com" }, { email: "Jose.Gruen@Mail.example" }] },
    phones: [{ label: "home", number: "+49 30 23125031" }],
  });
  const somebody = await aGuest(client, { fullname: "Somebody Else", emails: [{ email: "somebody@example.com" }] });
  stay = await aBooking(client, rental, { start_at: "2090-01-01", end_at: "2090-01-04", client_id: guest.id });
  await aBooking(client, rental, { start_at: "2090-02-01", end_at: "2090-02-04", client_id: somebody.id });
});
afterAll(() => spy.mockRestore());

const found = async (resource: "clients" | "bookings", query: string): Promise<unknown[]> =>
  idsOf(recordsOf(await client.get(`/${resource}?query=${encodeURIComponent(query)}`), resource));

describe.each([
  ["a name without accents", ["Jose", "GRUN", "gruen jose", "Grün", "José"]],
  ["a part of any e-mail address", ["jose.gruen@", "MAIL.example", "first@example.com"]],
  [
    "a telephone number",
    ["+49 30 23125031", "23125031", "030 23125031", "0049-30-2312-5031", "(030) 2312/5031", "5031"],
  ],
])("a query of %s", (_what, spellings) => {
  test.each(spellings)("finds the guest and the booking by %s", async (spelling) => {
    expect(await found("clients", spelling)).toEqual([guest.id]);
    expect(await found("bookings", spelling)).toEqual([stay.id]);
  });
});

test.each(["nobody", "nobody@example.com", "2312503", "030 99999999", "_@example", "%"])(
  "a query of %s finds nobody",
  async (query) => {
    expect(await found("clients", query)).toEqual([]);
    expect(await found("bookings", query)).toEqual([]);
  },
);

test("a query finds a booking by its reference", async () => {
  expect(await found("bookings", String(stay.reference))).toEqual([stay.id]);
});

test("a guest with the longest names and fifty addresses and numbers is stored and found", async () => {
  const long = await aGuest(client, {
    ...{ fullname: "😀".repeat(150), company: `Zebra ${"ü".repeat(249)}` },
    emails: Array.from({ length: 50 }, (_, at) => ({ email: `zebra${at}@${"long.".repeat(40)}example` })),
    phones: Array.from({ length: 50 }, (_, at) => ({
      label: "a",
      number: `+49 170 555${String(at).padStart(39, "1")}`,
    })),
  });
  expect(await found("clients", "😀")).toEqual([long.id]);
  expect(await found("clients", "zebra0@")).toEqual([long.id]);
});

test("another account’s guest is not found", async () => {
  const other = await service.aClient(await service.anAccount());
  const listed = await other.get("/clients?query=Jose");
  expect(recordsOf(listed, "clients")).toEqual([]);
});

describe("as the service’s role", () => {
  const application = new pg.Client(inject("application"));

  beforeAll(async () => {
    // With enough guests of others, a scan of the table would cost more.
    await service.sql(
      "insert into clients (account_id, fullname) select $1, 'Guest ' || number from generate_series(1, 5000) as number",
      [await service.anAccount()],
    );
    await service.sql("analyze clients");
    application.database = String((await service.sql("select current_database()::text as name"))[0]?.name);
    await application.connect();
  });
  afterAll(() => application.end());

  test.each(["query=Nora", "query=nora@", "query=030 5555", "name=Nora", "email=nora", "phone=5555"])(
    "a search by %s reads the keys of its account by their index",
    async (search) => {
      spy.mockClear();
      expect((await client.get(`/clients?${search}`)).status).toBe(200);
      const sent = spy.mock.calls.flatMap(([config]) => (isSearch(config) ? [config] : []));
      expect(sent).not.toEqual([]);
      for (const { text, values } of sent) {
        await application.query("begin");
        await application.query(`set local roost.accounts = '{${account}}'`);
        const { rows } = await application.query(`explain (format json) ${text}`, values);
        await application.query("rollback");
        const plan = JSON.stringify(rows);
        expect(plan).toContain('"Index Name":"client_keys_pkey"');
        expect(plan).not.toContain('"Node Type":"Seq Scan"');
      }
    },
  );
});

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

const isSearch = (config: unknown): config is Statement =>
  typeof config === "object" && config !== null && "text" in config && String(config.text).includes("client_keys");
