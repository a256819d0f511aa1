import { beforeAll, describe, expect, test } from "vitest";
import { currencies } from "../../src/core/currencies.ts";
import type { ApiClient, Json } from "../harness/client.ts";
import { aBooking, aBookingsTag, aGuest, aRental, aRentalsTag, aSource } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { anAgent, aToken, errorIn, objectIn, type WireAgent } from "./fixture.ts";

/** agent.md, Tools: field selection, sort order and distinct values. */
const service = useSharedService();

let client: ApiClient;
let agent: WireAgent;
let rentals: Json[];
let tags: unknown[];
let guest: Json;

beforeAll(async () => {
  const account = await service.anAccount();
  client = await service.aClient(account);
  agent = await anAgent(service, await aToken(service, [account]));
  tags = [];
  for (let count = 0; count < 21; count++) tags.push((await aRentalsTag(client, { name_en: `Tag ${count}` })).id);
  rentals = [
    await aRental(client, { name: "beta", sleeps: 4, city: "Nice", rentals_tag_ids: tags }),
    await aRental(client, { name: "Alpha", sleeps: 4, rentals_tag_ids: tags.slice(0, 20) }),
    await aRental(client, { name: "Gamma", sleeps: 2, city: "Arles" }),
  ];
  guest = await aGuest(client);
  const [first] = rentals;
  if (!first) throw new Error("No rental.");
  await aBooking(client, first, { client_id: guest.id, bookings_tag_ids: [(await aBookingsTag(client)).id] });
});

const list = async (resource: string, args: Json = {}) => {
  const content = await agent.content("api_v3_list", { resource, ...args });
  return { records: [content[resource]].flat().map(objectIn), meta: objectIn(content.meta) };
};
const refusal = async (args: Json) => errorIn(await agent.call("api_v3_list", args));

describe("fields", () => {
  test("select single relations by the relation's name or its id's", async () => {
    const links = { rental: rentals[0]?.id, client: guest.id };
    for (const fields of [
      ["id", "rental", "client"],
      "id,rental_id,client_id",
      ["rental", "id", "client", "client_id"],
    ]) {
      const { records } = await list("bookings", { fields });
      expect(records).toEqual([{ id: expect.any(Number), links }]);
    }
    expect((await list("bookings", { fields: ["rental"] })).records).toEqual([{ links: { rental: links.rental } }]);
    const [tagged] = (await list("bookings", { fields: ["bookings_tags"] })).records;
    expect(tagged).toEqual({ links: { bookings_tags: [expect.any(Number)] } });
    const { records } = await list("bookings", { fields: ["links", "rental"] });
    expect(Object.keys(objectIn(records[0]?.links)).length).toBeGreaterThan(5);
  });

  test("select single relations of one record", async () => {
    const content = await agent.content("api_v3_get", {
      resource: "rentals",
      id: rentals[2]?.id,
      fields: "name,account",
    });
    expect(content).toEqual({ rentals: [{ links: { account: client.account }, name: "Gamma" }] });
  });

  test("refuses an unknown field and lists the valid ones", async () => {
    expect(await refusal({ resource: "bookings", fields: ["id", "service"] })).toEqual({
      code: -32602,
      message: expect.stringMatching(/bookings have no field service\. Known fields: id, .*rental, client, .*links\.$/),
    });
    expect(await refusal({ resource: "bookings", fields: ["house_id"] })).toMatchObject({ code: -32602 });
  });
});

describe("relations to more than 20 records", () => {
  const leftOut = {
    left_out: {
      relations: ["rentals_tags"],
      why: "more than 20 ids",
      shown_by: { fields: ["rentals_tags"] },
    },
  };

  test("are left out of whole records and reported in meta; 20 ids are shown", async () => {
    const { records, meta } = await list("rentals", { fields: "*" });
    expect(meta).toMatchObject(leftOut);
    expect(records.map(({ links }) => objectIn(links).rentals_tags)).toEqual([undefined, tags.slice(0, 20), []]);
    // All other links are present, in the same order.
    const [long, short] = records.map(({ links }) => Object.keys(objectIn(links)));
    expect(long).toEqual(short?.filter((name) => name !== "rentals_tags"));
    const one = await agent.content("api_v3_get", { resource: "rentals", id: rentals[0]?.id });
    expect(one.meta).toEqual(leftOut);
    expect(Object.keys(objectIn(objectIn([one.rentals].flat()[0]).links))).toEqual(long);
    expect(await agent.content("api_v3_get", { resource: "rentals", id: rentals[1]?.id })).not.toHaveProperty("meta");
    expect((await list("rentals", { fields: "*", filter: { name: "Gamma" } })).meta).not.toHaveProperty("left_out");
  });

  test("are shown when fields name them or links", async () => {
    for (const fields of [["rentals_tags"], ["links"], ["id", "rentals_tags"]]) {
      const { records, meta } = await list("rentals", { fields });
      expect(objectIn(records[0]?.links).rentals_tags).toEqual(tags);
      expect(meta).not.toHaveProperty("left_out");
    }
  });
});

describe("sort", () => {
  const names = async (sort: unknown, more: Json = {}) =>
    (await list("rentals", { sort, fields: ["name"], ...more })).records.map(({ name }) => name);

  test("sorts by attributes, with - for descending, empty values last, ties by id", async () => {
    expect(await names(["name"])).toEqual(["Alpha", "beta", "Gamma"]);
    expect(await names("-name")).toEqual(["Gamma", "beta", "Alpha"]);
    expect(await names(["sleeps"])).toEqual(["Gamma", "beta", "Alpha"]);
    expect(await names(["-sleeps", "name"])).toEqual(["Alpha", "beta", "Gamma"]);
    expect(await names(["city"])).toEqual(["Gamma", "beta", "Alpha"]);
    expect(await names(["-city"])).toEqual(["beta", "Gamma", "Alpha"]);
    expect(await names(["-id"])).toEqual(["Gamma", "Alpha", "beta"]);
    expect(await names(["name"], { limit: 1, offset: 1 })).toEqual(["beta"]);
    expect(await names(["-name"], { filter: { sleeps: 4 } })).toEqual(["beta", "Alpha"]);
  });

  test("sorts every resource by every plain attribute", async () => {
    let sorted = 0;
    for (const { name } of [(await agent.content("api_v3_resources")).resources].flat().map(objectIn)) {
      const { message } = await refusal({ resource: name, sort: ["no such"] });
      const [, known = ""] = /Known attributes: (.*)\.$/.exec(message) ?? [];
      for (const key of known.split(", ").filter((text) => text !== "")) {
        const answer = await agent.call("api_v3_list", { resource: name, sort: [`-${key}`], limit: 1 });
        expect(objectIn(answer.json), `${String(name)} by ${key}`).toHaveProperty("result");
        sorted++;
      }
    }
    expect(sorted).toBeGreaterThan(200);
  });

  test("refuses other attributes and lists the sortable ones", async () => {
    for (const sort of [
      ["headline"],
      "links",
      ["account"],
      ["account_id"],
      [1],
      [null],
      ["--name"],
      ["name desc"],
      "name;drop",
    ]) {
      expect(await refusal({ resource: "rentals", sort })).toEqual({
        code: -32602,
        message: expect.stringMatching(
          /^Invalid params: rentals cannot be sorted by .*\. Known attributes: id, name, /,
        ),
      });
    }
    expect(await refusal({ resource: "rentals", sort: ["id", "name", "city", "sleeps"] })).toMatchObject({
      code: -32602,
    });
  });
});

describe("enumerated attributes", () => {
  test("list their values in the schema", async () => {
    const { attributes } = await agent.content("api_v3_resource_schema", { resource: "bookings" });
    expect(objectIn(objectIn(attributes).status).values).toEqual(["Booked", "Tentative", "Unavailable", "Canceled"]);
    // A long list is cut: a refused value names the nearest ones.
    expect(objectIn(objectIn(attributes).currency)).toMatchObject({
      values: ["AED", "AFN", "ALL"],
      values_count: currencies.length,
    });
    expect(objectIn(attributes).notes).not.toHaveProperty("values");
  });

  test("refuse unknown filter values in any case, but accept any pattern", async () => {
    const wrong: [string, Json][] = [
      ["bookings", { status: "cancelled" }],
      ["bookings", { status: ["booked", "gone"] }],
      ["bookings", { status: "booked,gone" }],
      ["bookings", { status: { op: "not_eq", value: "gone" } }],
      ["bookings", { currency: "XXX" }],
      ["bookings", { created_by_type: "Robot" }],
      ["rentals", { rental_type: "castle in the air" }],
      ["accounts", { status: "broke" }],
      ["rentals_fees", { rate_kind: "free" }],
    ];
    for (const [resource, filter] of wrong) {
      expect(await refusal({ resource, filter }), JSON.stringify(filter)).toEqual({
        code: -32602,
        message: expect.stringMatching(/^Invalid params: The filter \w+ cannot be .+; use one of: \w+.*\.$/),
      });
    }
    expect((await refusal({ resource: "bookings", filter: { status: "cancelled" } })).message).toBe(
      "Invalid params: The filter status cannot be cancelled; use one of: Canceled, Booked, Tentative, Unavailable.",
    );
    expect((await list("bookings", { filter: { currency: "eur" } })).records).toHaveLength(1);
    expect((await list("bookings", { filter: { currency: { op: "matches", value: "e" } } })).records).toHaveLength(1);
    expect((await list("bookings", { filter: { status: [null, "booked"] } })).records).toHaveLength(1);
  });
});

test("lists a source's bookings only when fields name them", async () => {
  const account = await service.anAccount();
  const theirs = await service.aClient(account);
  const reader = await anAgent(service, await aToken(service, [account]));
  const [rental, source] = [await aRental(theirs), await aSource(theirs)];
  await service.sql(
    `insert into bookings (account_id, rental_id, source_id, start_at, end_at, booked, unavailable, created_by_id, created_by_type, currency)
     select $1, $2, $3, '2030-01-01 16:00Z'::timestamptz + day * interval '1 day', '2030-01-02 10:00Z'::timestamptz + day * interval '1 day',
       true, false, 1, 'Application', 'EUR' from generate_series(1, 30) as day`,
    [account, rental.id, source.id],
  );
  const { meta } = await reader.content("api_v3_list", { resource: "sources", fields: "*" });
  expect(objectIn(meta).left_out).toMatchObject({ relations: ["bookings"] });
  const [named] = await reader.list("sources", { fields: ["bookings"] });
  expect(objectIn(named?.links).bookings).toHaveLength(30);
});
