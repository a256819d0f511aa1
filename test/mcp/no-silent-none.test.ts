import { beforeAll, describe, expect, test } from "vitest";
import { formatDay } from "../../src/core/day.ts";
import type { Json } from "../harness/client.ts";
import { demoOfTheDay, useDemoService } from "../harness/demo.ts";
import { anAgent, aToken, attributesIn, errorIn, objectIn, recordsIn, type WireAgent } from "./fixture.ts";

/** A silent "none" is a wrong answer (agent.md): an unanswerable question is refused, with a suggestion that works. */
const service = useDemoService();

let account: number;
let agent: WireAgent;
let today: number;
let schemas: Map<string, Json>;

beforeAll(async () => {
  ({ today } = await demoOfTheDay());
  const [demo] = await service.sql("select id::integer from accounts order by id limit 1");
  account = Number(demo?.id);
  agent = await anAgent(service, await aToken(service, [account]));
  const resources = recordsIn(await agent.content("api_v3_resources"), "resources");
  schemas = new Map();
  for (const { name } of resources)
    schemas.set(String(name), await agent.content("api_v3_resource_schema", { resource: name }));
});

const refusal = async (name: string, args: Json) => errorIn(await agent.call(name, args));
const count = async (resource: string, filter: Json): Promise<number> => {
  const { meta } = await agent.content("api_v3_list", { resource, filter, limit: 1, fields: ["id"] });
  return Number(objectIn(meta).total_count);
};
const counted = async (condition: string, ...values: unknown[]): Promise<number> => {
  const [row] = await service.sql(`select count(*)::integer as count from ${condition}`, [account, ...values]);
  return Number(row?.count);
};

describe("a day on a time attribute is that whole day", () => {
  const conditions: Readonly<Record<string, string>> = {
    eq: "start_at::date = $2::date",
    not_eq: "start_at::date <> $2::date",
    gt: "start_at::date > $2::date",
    gteq: "start_at::date >= $2::date",
    lt: "start_at::date < $2::date",
    lteq: "start_at::date <= $2::date",
    in: "start_at::date = $2::date",
  };

  test.each(Object.keys(conditions))("by %s", async (op) => {
    const [row] = await service.sql(
      "select to_char(start_at, 'YYYY-MM-DD') as day from bookings where account_id = $1 group by 1 order by count(*) desc, 1 limit 1",
      [account],
    );
    const day = String(row?.day);
    const expected = await counted(`bookings where account_id = $1 and ${conditions[op]}`, day);
    expect(expected).toBeGreaterThan(0);
    expect(await count("bookings", { start_at: { op, value: op === "in" ? [day] : day } })).toBe(expected);
  });

  test("a day matches alone, in a list with a time, and as both ends of a range", async () => {
    const day = formatDay(today);
    const ofToday = await counted("bookings where account_id = $1 and start_at::date = $2::date", day);
    expect(await count("bookings", { start_at: day })).toBe(ofToday);
    expect(await count("bookings", { start_at: [day, "1999-01-01T16:00:00Z"] })).toBe(ofToday);
    const ends = [
      { op: "gteq", value: day },
      { op: "lteq", value: day },
    ];
    expect(await count("bookings", { start_at: ends })).toBe(ofToday);
  });

  test("a time at midnight counts as its date", async () => {
    const midnight = `${formatDay(today)}T00:00:00Z`;
    const stay = { arrival: midnight, departure: `${formatDay(today + 7)}T00:00:00Z`, adults: 2 };
    expect(objectIn((await agent.content("find_stays", stay)).stay).arrival).toBe(formatDay(today));
    expect((await agent.content("calendar", { from: midnight, to: midnight })).from).toBe(formatDay(today));
    expect(objectIn((await agent.content("report", { from: midnight, to: midnight })).period).nights).toBe(1);
    expect((await agent.content("arrivals", { from: midnight })).to).toBe(formatDay(today));
  });
});

describe("a value that does not exist is refused", () => {
  test("lists the nearest value first, for every enumerated attribute of every resource", async () => {
    let tried = 0;
    for (const [resource, schema] of schemas) {
      for (const [name, { values, filter_operators: operators }] of attributesIn(schema)) {
        if (!Array.isArray(values) || [operators].flat().length === 0) continue;
        const [first] = values.map(String);
        for (const filter of [{ [name]: `${first}x` }, { [name]: [first, `${first}x`] }]) {
          const { code, message } = await refusal("api_v3_list", { resource, filter });
          expect([code, message], `${resource}.${name}`).toEqual([
            -32602,
            expect.stringContaining(`cannot be ${first}x; use one of: `),
          ]);
          expect(message).toContain(`use one of: ${first}`);
        }
        tried++;
      }
    }
    expect(tried).toBeGreaterThan(25);
  });

  test.each<[string, string, unknown, string]>([
    ["rentals", "amenities", "pets", "pets_allowed"],
    ["rentals", "amenities", "swimming pool", "pool"],
    ["rentals", "country_code", "Frnace", "FR"],
    ["clients", "preferred_locale", "klingon", ""],
    ["rates", "currency", "EUX", "EUR"],
    ["rentals", "time_zone", "Europe/Pariss", "Europe/Paris"],
    ["amenities", "key", "saunas", "sauna"],
  ])("in %s by %s: %j", async (resource, name, value, nearest) => {
    const { code, message } = await refusal("api_v3_list", { resource, filter: { [name]: value } });
    expect([code, message]).toEqual([-32602, expect.stringContaining(`use one of: ${nearest}`)]);
  });

  test("find_stays refuses unknown values and understands common names", async () => {
    const week = {
      arrival: formatDay(today + 60),
      departure: formatDay(today + 67),
      adults: 2,
      include_not_free: true,
    };
    for (const wrong of [{ amenities: "pets" }, { amenities_all: "pool,castle" }, { country_code: "XX" }])
      expect((await refusal("find_stays", { ...week, ...wrong })).code).toBe(-32602);
    const found = async (more: Json) =>
      recordsIn(await agent.content("find_stays", { ...week, limit: 25, ...more }), "rentals").length;
    const inFrance = await counted("rentals where account_id = $1 and deleted_at is null and country_code = 'FR'");
    expect(inFrance).toBeGreaterThan(0);
    for (const country_code of ["FR", "fra", "France", "Frankreich"])
      expect(await found({ country_code })).toBe(inFrance);
    for (const city of ["Chamonix", "chamonix", "mont-blanc"]) {
      expect(await found({ city })).toBe(1);
      expect(await count("rentals", { city })).toBe(1);
    }
    expect(await found({ amenities: "pool,wifi" })).toBeGreaterThan(await found({ amenities_all: "pool,wifi" }));
  });

  test("each tool refuses an unknown argument and lists its own", async () => {
    const { tools } = objectIn(objectIn((await agent.request("tools/list")).json).result);
    for (const { name, inputSchema } of [tools].flat().map(objectIn)) {
      const { code, message } = await refusal(String(name), { castle: 1 });
      const known = Object.keys(objectIn(objectIn(inputSchema).properties)).join(", ");
      expect([code, message], String(name)).toEqual([
        -32602,
        expect.stringContaining(`unknown argument castle. Known arguments: ${known}`),
      ]);
    }
  });
});

describe("a filter is taken literally", () => {
  test("an array matches any of its values, amenities_all all of them", async () => {
    const pool = await count("rentals", { amenities: "pool" });
    const sauna = await count("rentals", { amenities: "sauna" });
    const both = await count("rentals", { amenities_all: ["pool", "sauna"] });
    expect(await count("rentals", { amenities: ["pool", "sauna"] })).toBe(pool + sauna - both);
    expect(await count("rentals", { amenities: "pool,sauna" })).toBe(pool + sauna - both);
    expect(await count("rentals", { country_code: ["FR", "IT"] })).toBe(
      await count("rentals", { country_code: "FR,IT" }),
    );
  });

  test.each<[string, Json, RegExp]>([
    ["rentals", { country_code: ["FR,IT"] }, /comma within a value/],
    ["rentals", { amenities: ["pool,sauna"] }, /comma within a value/],
    ["rentals", { city: "null" }, /null without quotes/],
    ["rentals", { city: ["Nice", "null"] }, /null without quotes/],
    ["participants", { member_id: 6 }, /requires member_type/],
    ["bookings", { created_by_id: 1 }, /requires created_by_type/],
    ["bookings_taxes", { taxable_id: 1 }, /requires taxable_type/],
  ])("refuses in %s %j", async (resource, filter, sentence) => {
    const { code, message } = await refusal("api_v3_list", { resource, filter });
    expect([code, message]).toEqual([-32602, expect.stringMatching(sentence)]);
  });

  test("both halves of a polymorphic key find its records", async () => {
    const members = await counted("participants where account_id = $1 and client_id is not null");
    const [one] = await agent.list("participants", { filter: { member_type: "client" }, limit: 1 });
    expect(await count("participants", { member_type: "Client" })).toBe(members);
    expect(await count("participants", { member_type: "Client", member_id: one?.member_id })).toBeGreaterThan(0);
    expect(await count("bookings_taxes", { taxable_type: "Rental", taxable_id: [1, 2] })).toBeGreaterThanOrEqual(0);
  });

  test("objects and arrays sent as JSON text are parsed", async () => {
    const plain = {
      resource: "bookings",
      filter: { status: "booked" },
      fields: ["id", "start_at"],
      sort: ["-id"],
      ids: [1, 2, 3],
    };
    const asText = {
      ...plain,
      filter: '{"status":"booked"}',
      fields: '["id","start_at"]',
      sort: '["-id"]',
      ids: "[1,2,3]",
    };
    expect(await agent.content("api_v3_list", asText)).toEqual(await agent.content("api_v3_list", plain));
    expect((await refusal("api_v3_list", { resource: "bookings", filter: '{"status"' })).code).toBe(-32602);
  });

  test("refuses an account id with a space", async () => {
    const answer = await agent.call(
      "api_v3_list",
      { resource: "rentals" },
      { meta: { "service/account-id": `${account} ` } },
    );
    expect(errorIn(answer).code).toBe(-32602);
  });
});

describe("answers stay short", () => {
  test("25 records of every resource without fields stay under 8,000 characters and say how to get more", async () => {
    for (const resource of schemas.keys()) {
      const filter = resource === "bookings" ? { start_at: { op: "gteq", value: "2000-01-01" } } : undefined;
      const content = await agent.content("api_v3_list", { resource, ...(filter ? { filter } : {}) });
      expect(JSON.stringify(content).length, resource).toBeLessThan(8000);
      expect(objectIn(content.meta).short_form, resource).toContain("Name other attributes in fields");
      for (const record of recordsIn(content, resource))
        expect(Object.keys(record).length, resource).toBeGreaterThan(0);
    }
  });

  test("bookings show the guest's and the rental's name beside the id", async () => {
    const [stay] = recordsIn(
      await agent.content("api_v3_list", {
        resource: "bookings",
        filter: { client_id: { op: "not_eq", value: null } },
      }),
      "bookings",
    );
    expect(stay).toMatchObject({
      client: { id: expect.any(Number), fullname: expect.any(String) },
      rental: { name: expect.any(String) },
    });
  });

  test("fields accept attributes of a related record and refuse unknown ones", async () => {
    const fields = ["id", "client.fullname", "client.emails", "rental.name"];
    const filter = { client_id: { op: "not_eq", value: null } };
    const [stay] = await agent.list("bookings", { filter, fields, limit: 1 });
    expect(Object.keys(stay ?? {}).sort()).toEqual(["client", "id", "rental"]);
    const one = recordsIn(
      await agent.content("api_v3_get", { resource: "bookings", id: stay?.id, fields }),
      "bookings",
    );
    expect(one[0]).toMatchObject({ id: stay?.id, rental: stay?.rental });
    for (const wrong of ["client.passwords", "nobody.name", "bookings_fees.price"])
      expect((await refusal("api_v3_list", { resource: "bookings", fields: [wrong] })).code, wrong).toBe(-32602);
  });

  test("shows a guest's e-mails and phones as label and value", async () => {
    const clients = await agent.list("clients", { fields: ["fullname", "emails", "phones"] });
    for (const { emails, phones } of clients) {
      for (const email of [emails].flat().map(objectIn)) expect(Object.keys(email)).toEqual(["label", "email"]);
      for (const phone of [phones].flat().map(objectIn))
        expect(Object.keys(phone).slice(0, 2)).toEqual(["label", "number"]);
    }
  });

  test("an API resource without a list names the tool to use instead", async () => {
    expect((await refusal("api_v3_list", { resource: "los_records" })).message).toContain("quote_stay");
    expect((await refusal("api_v3_list", { resource: "owner_statements" })).message).toContain("owner_statement");
    expect(objectIn((await agent.content("api_v3_resources")).elsewhere)).toHaveProperty("los_records");
  });
});
