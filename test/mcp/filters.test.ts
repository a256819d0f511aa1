import { beforeAll, describe, expect, test } from "vitest";
import type { Json } from "../harness/client.ts";
import { aBooking, aRental } from "../harness/factories.ts";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import { dayAhead } from "../rates/factories.ts";
import { anAgent, aToken, attributesIn, errorIn, recordsIn, type WireAgent } from "./fixture.ts";

/** Filters real records by every filterable attribute (agent.md, Filters). */
const service = useFilledService();

let agent: WireAgent;
let resources: Json[];

beforeAll(async () => {
  const { account } = await filledFixture(service);
  await service.sql("update accounts set city = 'Nice, France', website = '50%_off' where id = $1", [account]);
  agent = await anAgent(service, await aToken(service, [account]));
  resources = recordsIn(await agent.content("api_v3_resources"), "resources");
});

interface Described {
  readonly types: Map<string, string>;
  readonly operators: Map<string, string[]>;
}

async function described(resource: string): Promise<Described> {
  const types = new Map<string, string>();
  const schema = await agent.content("api_v3_resource_schema", { resource });
  const operators = new Map<string, string[]>();
  for (const [name, attribute] of attributesIn(schema)) {
    operators.set(name, [attribute.filter_operators].flat().map(String));
    types.set(name, `${attribute.type} ${attribute.format}`);
  }
  return { types, operators };
}

test("every value of a record finds it by every operator, and the opposite does not", async () => {
  let compared = 0;
  // The type determines the comparison: test each attribute with one operator and each type with all of them.
  const tried = new Set<string>();
  for (const { name } of resources) {
    const resource = String(name);
    const { types, operators } = await described(resource);
    const [record] = await agent.list(resource, { limit: 1 });
    if (!record) continue;
    for (const [key, names] of operators) {
      const value = record[key];
      if (value === undefined || names.length === 0) continue;
      const kindOf = (op: string): string => `${types.get(key)} ${names} ${value === null} ${op}`;
      const untried = names.filter((op) => !tried.has(kindOf(op)));
      for (const op of untried.length > 0 ? untried : names.slice(0, 1)) {
        tried.add(kindOf(op));
        const finds = await findsItself(resource, key, op, value, record);
        expect(finds, `${resource}.${key} ${op} ${JSON.stringify(value)}`).toBe(
          ["eq", "gteq", "lteq", "in", "matches"].includes(op),
        );
        compared++;
      }
    }
  }
  expect(compared).toBeGreaterThan(200);
});

test("every list takes ids, updated_since, offset and fields", async () => {
  for (const { name } of resources) {
    const resource = String(name);
    const [first] = await agent.list(resource, { limit: 1 });
    const content = await agent.content("api_v3_list", {
      resource,
      updated_since: "2000-01-01T00:00:00Z",
      limit: 1,
      ...(first?.id === undefined ? {} : { ids: [first.id], fields: ["id"] }),
    });
    expect(recordsIn(content, resource), resource).toHaveLength(first ? 1 : 0);
    expect(await agent.list(resource, { updated_since: "2100-01-01", offset: 1 }), resource).toEqual([]);
  }
});

/** Whether a list filtered by a record's own value contains that record. */
async function findsItself(resource: string, key: string, op: string, value: unknown, record: Json): Promise<boolean> {
  const isText = typeof value === "object" && value !== null;
  const text = isText ? Object.values(value)[0] : value;
  if (value === null || (isText && text === undefined)) {
    // Null equals only null. Every other operator must at least return an answer.
    const filter = op === "eq" || op === "not_eq" ? { [key]: { op, value: null } } : undefined;
    if (!filter) return ["eq", "gteq", "lteq", "in", "matches"].includes(op);
    const found = await isFound(resource, filter, record);
    return isText ? op === "eq" : found;
  }
  const asked = op === "in" ? [text] : text;
  const type = key.replace(/_id$/, "_type");
  const whole = type !== key && record[type] !== undefined ? { [type]: record[type] } : {};
  return isFound(resource, { ...whole, [key]: { op, value: asked } }, record);
}

/** Whether a filter finds a record. Requests only the id if there is one, because planning whole records is slow. */
async function isFound(resource: string, filter: Json, record: Json): Promise<boolean> {
  const { id } = record;
  const narrowed = id === undefined ? {} : { ids: [id], fields: ["id"] };
  const found = await agent.list(resource, { filter, limit: 100, ...narrowed });
  return found.some((other) => JSON.stringify(other) === JSON.stringify(id === undefined ? record : { id }));
}

describe.each([
  ["Pacific/Kiritimati", "2090-06-05T16:00:00+14:00"],
  ["Europe/Berlin", "2090-06-05T16:00:00+02:00"],
  ["America/New_York", "2090-06-05T16:00:00-04:00"],
  ["Pacific/Honolulu", "2090-06-05T16:00:00-10:00"],
])("an arrival at four in %s", (time_zone, instant) => {
  const second = (text: string, seconds: number): string => new Date(Date.parse(text) + seconds * 1000).toISOString();
  const inOffset = (text: string): string => second(text, 3600).replace(".000Z", "+01:00");

  test("is found by its instant with any offset, and by the house's own reading", async () => {
    const account = await service.anAccount();
    const client = await service.aClient(account);
    const rental = await aRental(client, { time_zone });
    const stay = await aBooking(client, rental, { start_at: "2090-06-05T16:00:00Z", end_at: "2090-06-08T10:00:00Z" });
    const own = await anAgent(service, await aToken(service, [account]));
    const finds = async (start_at: unknown) =>
      (await own.list("bookings", { filter: { rental_id: rental.id, start_at } })).some(({ id }) => id === stay.id);
    for (const text of [instant, inOffset(instant)]) {
      expect(await finds(text)).toBe(true);
      expect(await finds([text])).toBe(true);
      expect(await finds({ op: "not_eq", value: text })).toBe(false);
      expect([await finds({ op: "gteq", value: text }), await finds({ op: "gt", value: text })]).toEqual([true, false]);
      expect([await finds({ op: "lteq", value: text }), await finds({ op: "lt", value: text })]).toEqual([true, false]);
    }
    const later = inOffset(second(instant, 1));
    expect([
      await finds(later),
      await finds({ op: "gteq", value: later }),
      await finds({ op: "lt", value: later }),
    ]).toEqual([false, false, true]);
    expect(await finds("2090-06-05T16:00:00Z")).toBe(true);
    expect(await finds("2090-06-05")).toBe(true);
    const mixed = await own.call("api_v3_list", {
      ...{ resource: "bookings", filter: { start_at: [instant, "2090-06-05"] } },
    });
    expect(errorIn(mixed).message).toContain("has times with an offset and others");
  });
});

describe("the filter grammar", () => {
  // Excludes the fixture's strict booking (later), its reviewed stays (past) and its canceled bookings.
  const all = {
    start_at: [
      { op: "gteq", value: dayAhead(0) },
      { op: "lt", value: "2100-01-01" },
    ],
    include_canceled: false,
  };
  const ids = async (filter: Json): Promise<unknown[]> =>
    (await agent.list("bookings", { filter: { ...all, ...filter } })).map(({ id }) => id);
  const refusal = async (args: Json, resource = "bookings") =>
    errorIn(await agent.call("api_v3_list", { resource, ...args }));

  test("a value, an array, a comma list and null", async () => {
    const [first, second, ...others] = await ids({});
    expect(others).toEqual([]);
    expect(await ids({ status: "booked" })).toEqual([first, second]);
    expect(await ids({ status: "canceled", include_canceled: true })).toEqual([1001]);
    expect(await ids({ id: 1001, include_canceled: true })).toEqual([1001]);
    expect(await ids({ id: first })).toEqual([first]);
    expect(await ids({ id: [first, second] })).toEqual([first, second]);
    expect(await ids({ id: `${first}, ${second}` })).toEqual([first, second]);
    expect(await ids({ client_id: null })).toEqual([second]);
    expect(await ids({ external_reference: null, id: second })).toEqual([second]);
    expect(await ids({ adults: [null, 7] })).toEqual([first, second]);
  });

  test("an operator, or a list of operators that must all hold", async () => {
    const [first, second] = await ids({});
    expect(await ids({ id: { op: "gt", value: first } })).toEqual([second]);
    expect(await ids({ id: { op: "not_eq", value: first } })).toEqual([second]);
    expect(await ids({ client_id: { op: "not_eq", value: null } })).toEqual([first]);
    expect(await ids({ id: { op: "in", value: [second] } })).toEqual([second]);
    const between = [
      { op: "gteq", value: first },
      { op: "lt", value: second },
    ];
    expect(await ids({ id: between })).toEqual([first]);
  });

  test("matches finds part of a text in any case, with no special characters", async () => {
    const found = async (filter: Json) => (await agent.list("accounts", { filter })).length;
    expect(await found({ business_name: { op: "matches", value: "robl" } })).toBe(1);
    expect(await found({ business_name: { op: "matches", value: "les%s" } })).toBe(0);
    expect(await found({ business_name: { op: "matches", value: "robl%" } })).toBe(0);
    expect(await found({ business_name: { op: "matches", value: "L_s" } })).toBe(0);
    expect(await found({ business_name: { op: "does_not_match", value: "robl" } })).toBe(0);
    expect(await found({ website: { op: "matches", value: "0%_o" } })).toBe(1);
    // A text with a comma is a single value only under an explicit operator.
    expect(await found({ business_name: "Les, Robles" })).toBe(0);
    expect(await found({ city: { op: "eq", value: "nice, france" } })).toBe(1);
  });

  test("compares a translated text in each language", async () => {
    const found = async (value: unknown) => (await agent.list("rentals_tags", { filter: { name: value } })).length;
    expect(await found("sea view")).toBe(1);
    expect(await found({ op: "matches", value: "view" })).toBe(1);
    expect(await found("Vue")).toBe(0);
  });

  test("filters by dates or status, and ids, reach bookings that the plain list hides", async () => {
    const [past] = await service.sql(
      `insert into bookings (account_id, id, rental_id, start_at, end_at, booked, unavailable, created_by_id, created_by_type, currency, canceled_at)
       select account_id, 900001, rental_id, '2020-01-04 16:00Z', '2020-01-08 10:00Z', booked, unavailable, created_by_id, created_by_type, currency, '2019-12-01'
       from bookings order by id limit 1 returning id::integer`,
    );
    const listed = async (args: Json) =>
      (await agent.list("bookings", { fields: "id", limit: 100, ...args })).map(({ id }) => id);
    expect(await listed({})).not.toContain(past?.id);
    expect(await listed({ filter: { start_at: { op: "lt", value: "2021-01-01" } } })).toEqual([past?.id]);
    expect(await listed({ filter: { start_at: { op: "lt", value: "2021-01-01" }, status: "booked" } })).toEqual([]);
    expect(await listed({ filter: { start_at: { op: "lt", value: "2021-01-01" }, status: "canceled" } })).toEqual([
      past?.id,
    ]);
    expect(await listed({ filter: { from: "2019-01-01T00:00:00Z", include_canceled: true } })).toContain(past?.id);
    expect(await listed({ ids: [past?.id] })).toEqual([past?.id]);
    await service.sql("delete from bookings where id = 900001");
  });

  test("refuses unknown keys, operators and values, and lists the valid ones", async () => {
    const refusals: [Json, RegExp][] = [
      [
        { nope: 1 },
        /cannot be filtered by nope\. Known filters: id, start_at, .*rental_id, .*include_canceled, unpaid, query\.$/,
      ],
      [{ reference: "A-1" }, /reference must be a reference such as 00002S/],
      [{ door: "ABC" }, /cannot be filtered by door\. Known filters/],
      [
        { id: { op: "like", value: 1 } },
        /id does not support the operator like\. Supported operators: eq, not_eq, gt, gteq, lt, lteq, in\.$/,
      ],
      [{ id: { op: "matches", value: "1" } }, /id does not support the operator matches\. Supported operators: /],
      [{ id: { op: "eq" } }, /must be a value or \{ "op", "value" \}\. Operators: eq, not_eq/],
      [{ id: { op: "eq", value: 1, or: 2 } }, /must be a value or/],
      [{ id: { op: "gt", value: null } }, /cannot compare null with gt/],
      [{ id: [{ op: "eq", value: 1 }, 2] }, /The filter id must be an integer/],
      [{ id: [] }, /needs at least one value/],
      [{ id: Array.from({ length: 1001 }, (_, id) => id) }, /more than 1000 values/],
      [{ id: "1,".repeat(1001) }, /more than 1000 values/],
      [Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`k${n}`, 1])), /more than 20 conditions/],
      [{ id: Array.from({ length: 21 }, (_, id) => ({ op: "gt", value: id })) }, /more than 20 conditions/],
      [{ id: "x" }, /id must be an integer/],
      [{ start_at: "soon" }, /start_at must be a time such as 2027-01-04T16:00:00Z, or a date/],
      [{ final_price: "1.234" }, /final_price must be a decimal number/],
      [{ booked: "yes" }, /booked must be true or false/],
      [{ notes: { op: "eq", value: ["a"] } }, /notes must be a string/],
      [{ notes: "a\u0000b" }, /non-printing/],
      [{ notes: { op: "matches", value: "a".repeat(201) } }, /notes is too long \(maximum is 200/],
      [{ from: { op: "gt", value: "2020-01-01T00:00:00Z" } }, /from must be a string, a number or a boolean/],
      [{ from: "soon" }, /from must be a time/],
      [{ constructor: 1 }, /cannot be filtered by constructor/],
    ];
    for (const [filter, words] of refusals) {
      const { code, message } = await refusal({ filter });
      expect({ code, message }).toEqual({ code: -32602, message: expect.stringMatching(words) });
    }
    expect(await refusal({ filter: "status" })).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/must be a JSON object/),
    });
    expect(await refusal({}, "booking")).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/unknown resource booking\. Known resources: accounts, /),
    });
    expect(await refusal({ fields: "id,nope" })).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/bookings have no field nope\. Known fields: id, start_at, .*links\.$/),
    });
    for (const args of [{ fields: [{ toString: 1 }] }, { fields: [null] }, { fields: [1] }]) {
      expect(await refusal(args)).toMatchObject({
        code: -32602,
        message: expect.stringMatching(/bookings have no field \(not a string\)/),
      });
    }
    expect(await refusal({ page: 2 })).toMatchObject({
      code: -32602,
      message:
        "Invalid params: unknown argument page. Known arguments: resource, ids, updated_since, filter, sort, limit, offset, fields, account_id.",
    });
  });
});
