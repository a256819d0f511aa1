import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Json } from "../harness/client.ts";
import { idsFrom } from "../harness/drawn-ids.ts";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import { accountTables, aFixture, type Fixture, sharedIn } from "../harness/fixture.ts";
import { anAgent, aToken, objectIn, type RpcAnswer, recordsIn, type TestToken, type WireAgent } from "./fixture.ts";

/** Number of generated calls; `ROOST_PROPERTY_RUNS` overrides it. */
const calls = Number(process.env.ROOST_PROPERTY_RUNS ?? 200);

/** No call with account A's token returns data of account B. */
const service = useFilledService();

/** The next ids of account A after the fixture, and the first of account B. No two tables share an id by chance. */
const ourNextIds = 5001;
const theirIds = 7_000_001;

let ours: Fixture;
let theirs: Fixture;
let single: TestToken;
let agents: WireAgent[];
let resources: Known[];

/** Matches account B's ids, UUIDs and name, which must never appear. */
let theirMarks: RegExp;

interface Known {
  readonly name: string;
  readonly fields: string[];
  readonly keys: string[];
}

beforeAll(async () => {
  ours = await filledFixture(service);
  await idsFrom(service, theirIds);
  theirs = await aFixture(
    service,
    sharedIn(ours.ids),
    await service.aClient(await service.anAccount({ business_name: "Fremde" })),
  );
  await idsFrom(service, ourNextIds);
  single = await aToken(service, [ours.account]);
  const several = await aToken(service, [ours.account, await service.anAccount({ business_name: "Also ours" })]);
  agents = [
    await anAgent(service, single),
    await anAgent(service, several, { "x-service-account-id": String(ours.account) }),
  ];
  resources = await sampleResources();
  theirMarks = await marksOf(theirs.account);
});

async function sampleResources(): Promise<Known[]> {
  const [agent] = agents;
  if (!agent) return [];
  const names = recordsIn(await agent.content("api_v3_resources"), "resources").map(({ name }) => String(name));
  return Promise.all(
    names.map(async (name) => {
      const schema = await agent.content("api_v3_resource_schema", { resource: name });
      const relations = Object.keys(objectIn(schema.relationships)).map((relation) => `${relation}_id`);
      const attributes = Object.keys(objectIn(schema.attributes));
      return {
        name,
        fields: [...attributes, "links"],
        keys: [...attributes, ...relations, ...Object.keys(objectIn(schema.searches))],
      };
    }),
  );
}

async function marksOf(account: number): Promise<RegExp> {
  const own: string[] = [];
  for (const table of await accountTables(service)) {
    const columns = await service.sql(
      `select column_name from information_schema.columns where table_name = $1 and table_schema = 'public'
         and (data_type = 'uuid' or column_name = 'id')`,
      [table],
    );
    for (const { column_name: column } of columns) {
      // Includes UUIDs and the long ids that a cluster's worker assigns from its own range.
      const rows = await service.sql(
        `select ${column}::text as id from ${table} where account_id = $1 and length(${column}::text) > 14`,
        [account],
      );
      own.push(...rows.map(({ id }) => String(id)));
    }
  }
  return new RegExp(["\\b70000\\d\\d\\b", "Fremde", ...own].join("|"));
}

const everyId = (): unknown[] => [
  ...ours.ids.values(),
  ...theirs.ids.values(),
  ...theirs.gone.values(),
  theirs.account,
  ours.account,
];

const operators = ["eq", "not_eq", "gt", "gteq", "lt", "lteq", "in", "matches", "does_not_match"];

/** Generates calls to the tools that read records. Most are valid. */
function aCall(): fc.Arbitrary<{
  agent: number;
  tool: string;
  args: Json;
  meta: Json | undefined;
  account: number | undefined;
}> {
  const id = fc.constantFrom(...everyId());
  const scalar = fc.oneof(
    id,
    fc.constantFrom(
      "2000-01-01",
      "2090-01-04T16:00:00Z",
      "2100-01-01",
      "booked",
      "canceled",
      "Fremde",
      "EUR",
      "a",
      "%",
      "'",
      "",
      true,
      false,
      0,
      1,
      null,
    ),
    fc.string({ maxLength: 6 }),
  );
  const value = fc.oneof(
    scalar,
    fc.array(scalar, { maxLength: 4 }),
    fc.record({ op: fc.constantFrom(...operators), value: fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })) }),
    fc.array(fc.record({ op: fc.constantFrom(...operators), value: scalar }), { maxLength: 3 }),
  );
  return fc.constantFrom(...resources).chain(({ name, fields, keys }) =>
    fc.record({
      agent: fc.nat(1),
      tool: fc.constantFrom("api_v3_list", "api_v3_list", "api_v3_list", "api_v3_get"),
      account: fc.constantFrom(undefined, undefined, ours.account, ours.account, theirs.account),
      meta: fc.option(
        fc.constantFrom({ "service/account-id": ours.account }, { "service/account-id": theirs.account }),
        { nil: undefined, freq: 4 },
      ),
      args: fc
        .tuple(
          fc.record({ id }),
          fc.oneof(
            { weight: 3, arbitrary: fc.constant({}) },
            {
              weight: 5,
              arbitrary: fc.record({
                filter: fc.dictionary(fc.constantFrom(...keys), value, { minKeys: 1, maxKeys: 2 }),
              }),
            },
            { weight: 2, arbitrary: fc.record({ ids: fc.array(id, { minLength: 1, maxLength: 6 }) }) },
          ),
          fc.record(
            {
              fields: fc.subarray(fields, { minLength: 1 }),
              updated_since: fc.constant("2000-01-01T00:00:00Z"),
              limit: fc.integer({ min: 1, max: 120 }),
              offset: fc.constantFrom(0, 0, 0, 1),
            },
            { requiredKeys: [] },
          ),
        )
        .map(([one, narrowing, more]): Json => ({ resource: name, ...one, ...narrowing, ...more })),
    }),
  );
}

/** The arguments that a tool accepts. */
function fitting(tool: string, { id, ...args }: Json): Json {
  return tool === "api_v3_get"
    ? { resource: args.resource, id: id ?? 1, ...(args.fields === undefined ? {} : { fields: args.fields }) }
    : args;
}

/** The answer's structured content, which does not repeat the request. */
const told = (answer: RpcAnswer): string =>
  JSON.stringify(objectIn(objectIn(answer.json).result).structuredContent ?? "");

describe("random resources, filters, fields and ids under a token of account A", () => {
  test("never return anything of account B", async () => {
    let records = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(aCall(), async ({ agent: number, tool, args, meta, account }) => {
        const given = { ...fitting(tool, args), ...(account === undefined ? {} : { account_id: account }) };
        const answer = await agents[number]?.call(tool, given, meta ? { meta } : {});
        if (!answer) throw new Error("No such agent.");
        const code = objectIn(objectIn(answer.json).error).code;
        expect([undefined, -32602], answer.text).toContain(code);
        expect(told(answer)).not.toMatch(theirMarks);
        const names = meta ? meta["service/account-id"] : account;
        if (names === theirs.account) expect(code).toBe(-32602);
        if (code === undefined) records += /:\[\{/.test(told(answer)) ? 1 : 0;
        else refused++;
      }),
      { numRuns: calls },
    );
    // Some calls must read records and some must be refused, or the property proves nothing.
    expect(records).toBeGreaterThan(calls / 12);
    expect(refused).toBeGreaterThan(calls / 30);
  });

  test("the check for B's data would find it", async () => {
    const agent = await anAgent(service, await aToken(service, [theirs.account]));
    for (const name of ["accounts", "bookings", "rentals", "discount_codes"]) {
      expect(JSON.stringify(await agent.content("api_v3_list", { resource: name }))).toMatch(theirMarks);
    }
  });

  test("no resource of B is found by id, ids, filter or relation", async () => {
    const [agent] = agents;
    if (!agent) throw new Error("No agent.");
    const shared = new Set(["amenities", "destinations"]);
    for (const { name, fields, keys } of resources) {
      const id = theirs.ids.get(name);
      if (id === undefined || shared.has(name) || !fields.includes("id")) continue;
      const answer = await agent.call("api_v3_get", { resource: name, id });
      expect(objectIn(objectIn(answer.json).error), name).toMatchObject({
        code: -32602,
        message: "Invalid params: record not found in this account.",
      });
      expect(await agent.list(name, { ids: [id] }), name).toEqual([]);
      if (keys.includes("id")) expect(await agent.list(name, { filter: { id } }), name).toEqual([]);
      if (keys.includes("account_id"))
        expect(await agent.list(name, { filter: { account_id: theirs.account } }), name).toEqual([]);
    }
  });
});

describe("the question tools under a token of account A", () => {
  // Mostly existing values in valid order: the property proves nothing unless many calls succeed.
  const early = fc.constantFrom("2000-01-01", "2090-01-01", "2090-01-04");
  const late = fc.constantFrom("2090-01-06", "2090-01-08", "2090-02-03", "2090-02-03", "soon");
  const rentals = () =>
    fc.constantFrom(...[ours, ours, ours, ours, ours, theirs].map(({ ids }) => ids.get("rentals")), "x");
  const anyArguments = () =>
    fc.record(
      {
        ...{ arrival: early, departure: late, from: early, to: late },
        rental_id: rentals(),
        rental_ids: fc.array(rentals(), { minLength: 1, maxLength: 3 }),
        by: fc.constantFrom("rental", "channel", "month"),
        adults: fc.nat(5),
        include_not_free: fc.boolean(),
        name: fc.constantFrom("ada", "guest", "Fremde", "%", "_"),
        email: fc.constantFrom("ada", "@"),
        phone: fc.constantFrom("2345", "12345"),
        account_id: fc.constantFrom(...Array.from({ length: 5 }, () => ours.account), theirs.account),
      },
      { requiredKeys: [] },
    );
  const named: Record<string, readonly string[]> = {
    find_stays: ["arrival", "departure", "rental_ids", "adults", "include_not_free"],
    quote_stay: ["rental_id", "arrival", "departure", "adults"],
    calendar: ["rental_ids", "from", "to"],
    report: ["from", "to", "by", "rental_ids"],
    find_guest: ["name", "email", "phone"],
    arrivals: [],
    owner_statement: ["rental_ids"],
    who_is_waiting: [],
  };
  /** Calls that return data, independent of the random ones. */
  const usual: Record<string, Json> = {
    find_stays: { arrival: "2090-02-01", departure: "2090-02-03", include_not_free: true },
    quote_stay: { arrival: "2090-02-01", departure: "2090-02-03" },
    calendar: {},
    report: { from: "2090-01-01", to: "2090-01-31" },
    find_guest: { name: "ada" },
    arrivals: { from: "2090-01-01", to: "2090-01-31" },
    owner_statement: { rental_ids: [], month: "2090-01" },
    who_is_waiting: {},
  };
  const baseOf = (tool: string, { ids }: Fixture): Json => {
    const rental = ids.get("rentals");
    if (tool === "quote_stay") return { rental_id: rental, ...usual[tool] };
    return tool === "owner_statement" ? { ...usual[tool], rental_ids: [rental] } : { ...usual[tool] };
  };

  test("never reveal anything of account B", async () => {
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.nat(1),
        fc.constantFrom(...Object.keys(named)),
        anyArguments(),
        async (number, tool, args) => {
          const fitting = Object.entries(args).filter(([name]) => name === "account_id" || named[tool]?.includes(name));
          const base = baseOf(tool, ours);
          const answer = await agents[number]?.call(tool, { ...base, ...Object.fromEntries(fitting) });
          if (!answer) throw new Error("No such agent.");
          const code = objectIn(objectIn(answer.json).error).code;
          expect([undefined, -32602], answer.text).toContain(code);
          expect(told(answer)).not.toMatch(theirMarks);
          if (args.account_id === theirs.account) expect(code).toBe(-32602);
          if (code === undefined) answered++;
        },
      ),
      { numRuns: Math.ceil(calls / 3) },
    );
    expect(answered).toBeGreaterThan(calls / 20);
  });

  test("would be caught revealing B's data, as B's own agent shows", async () => {
    const agent = await anAgent(service, await aToken(service, [theirs.account]));
    // No guest in the fixture is waiting for an answer.
    for (const tool of Object.keys(usual).filter((name) => name !== "who_is_waiting")) {
      const own = baseOf(tool, theirs);
      expect(JSON.stringify(await agent.content(tool, own)), tool).toMatch(theirMarks);
    }
  });

  test("require an account from a token of several accounts", async () => {
    const several = await anAgent(service, await aToken(service, [ours.account, await service.anAccount()]));
    for (const tool of Object.keys(usual)) {
      const own = baseOf(tool, ours);
      const { code, message } = objectIn(objectIn((await several.call(tool, own)).json).error);
      expect([code, message], tool).toEqual([-32602, expect.stringContaining("account_id is required for this token")]);
      expect(await several.content(tool, { ...own, account_id: ours.account })).toBeDefined();
    }
  });
});

test("a revoked token stops working during a session", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(6), fc.nat(6), async (before, after) => {
      const token = await aToken(service, [ours.account]);
      const agent = await anAgent(service, token);
      for (let count = 0; count < before; count++)
        expect((await agent.call("api_v3_list", { resource: "rentals" })).status).toBe(200);
      // Requests in flight during the revocation may succeed. Later requests fail.
      const inFlight = Promise.all(Array.from({ length: 5 }, () => agent.call("api_v3_list", { resource: "rentals" })));
      await service.sql("update agent_tokens set revoked_at = now() where id = $1", [token.id]);
      for (let count = 0; count <= after; count++)
        expect((await agent.call("api_v3_list", { resource: "rentals" })).status).toBe(401);
      for (const { status } of await inFlight) expect([200, 401]).toContain(status);
    }),
    { numRuns: 6 },
  );
});
