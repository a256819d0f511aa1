import { beforeAll, describe, expect, test } from "vitest";
import type { ApiClient, Json } from "../harness/client.ts";
import { anAmenity, aRental, aRentalsTag, created } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { dayAhead } from "../rates/factories.ts";
import { found, foundIds, type Parameters, searching } from "./factories.ts";

const service = useService();

/** The rentals of two villages, with a difference for every filter. */
let client: ApiClient;
const rentals = new Map<string, Json>();
const amenities = new Map<string, Json>();
let tag: Json;
let alps: number;

beforeAll(async () => {
  client = await service.aClient(await service.anAccount());
  for (const key of ["sauna", "garden"]) amenities.set(key, await anAmenity(service, key));
  const [mountains] = await service.sql(
    "insert into destinations (name, fullname, permalink) values ($1, $1, $1) returning id::integer",
    [{ en: "Alps" }],
  );
  alps = Number(mountains?.id);
  const [village] = await service.sql(
    "insert into destinations (ancestor_ids, name, fullname, permalink) values ($2, $1, $1, $1) returning id::integer",
    [{ en: "Nevache" }, [alps]],
  );
  tag = await aRentalsTag(client);
  const both = [...amenities.values()].map(({ id }) => id);
  const common = { sleeps: 4, bedrooms_count: 2, base_rate: "100" };
  const add = async (name: string, attributes: Json) =>
    rentals.set(name, await aRental(client, { name, ...common, ...attributes }));
  await add("chalet", {
    rental_type: "chalet",
    city: "Nevache",
    country_code: "FR",
    lat: 45.02,
    lng: 6.6,
    bedrooms_count: 5,
    sleeps_max: 8,
    amenity_ids: both,
    destination_id: village?.id,
    rentals_tag_ids: [tag.id],
    bookable_online: true,
  });
  await add("villa", {
    rental_type: "villa",
    city: "Suva",
    country_code: "FJ",
    lat: -18.1,
    lng: 178.4,
    amenity_ids: [both[0]],
  });
  await add("hut", { rental_type: "hut", city: "Apia", country_code: "WS", lat: -13.8, lng: -171.8, base_rate: "40" });
  const id = (name: string) => rentals.get(name)?.id;
  await created(client, `/rentals/${id("chalet")}/bathrooms`, "bathrooms", {
    name_en: "Up",
    bath_count: 1,
    wc_count: 1,
  });
  await created(client, `/rentals/${id("hut")}/special_offers`, "special_offers", {
    name_en: "Soon",
    discount: 10,
    start_date: dayAhead(1),
    end_date: dayAhead(9),
  });
  await service.sql(
    `update rentals set published_at = now(), instantly_bookable = name = 'villa',
       min_price = case when name = 'chalet' then 90 when name = 'villa' then 70 end,
       max_price = case when name = 'chalet' then 300.5 when name = 'villa' then 120 end
     where account_id = $1`,
    [client.account],
  );
  await service.sql("update rentals set published_at = null where account_id = $1 and name = 'hut'", [client.account]);
});

/** The names of the rentals that a search returns. */
const names = async (parameters: Parameters) => (await found(client, parameters)).map(({ name }) => name);

/** Each registry parameter that excludes some rentals, with or without prices. */
const filters: readonly [parameters: (() => Parameters) | Parameters, expected: readonly string[]][] = [
  [{}, ["chalet", "villa", "hut"]],
  [() => ({ id: `${rentals.get("hut")?.id},${rentals.get("villa")?.id},999` }), ["villa", "hut"]],
  [() => ({ rental_id: String(rentals.get("chalet")?.id) }), ["chalet"]],
  [{ amenities: "sauna, garden" }, ["chalet"]],
  [{ reject_amenities: "garden" }, ["villa", "hut"]],
  [() => ({ included_amenities: String(amenities.get("sauna")?.id) }), ["chalet", "villa"]],
  [() => ({ excluded_amenities: String(amenities.get("sauna")?.id) }), ["hut"]],
  [{ bedrooms_count: 5 }, ["chalet"]],
  [{ full_bathrooms_count: 1 }, ["chalet"]],
  [{ guests: 8 }, ["chalet"]],
  [{ bookable_online: true }, ["chalet"]],
  [{ bookable_online: false }, ["villa", "hut"]],
  [{ instantly_bookable: true }, ["villa"]],
  [{ amenities_all: "sauna, garden" }, ["chalet"]],
  [{ amenities_any: "sauna, garden" }, ["chalet", "villa"]],
  [{ amenities_any: "SAUNA" }, ["chalet", "villa"]],
  [{ city: "nevache" }, ["chalet"]],
  [{ city: "Neva" }, ["chalet"]],
  [{ country_code: "fj" }, ["villa"]],
  [{ country_code: "FJI" }, ["villa"]],
  [{ country_code: "Fidschi" }, ["villa"]],
  [() => ({ destination: alps }), ["chalet"]],
  [{ special_offers: true }, ["hut"]],
  [{ published_only: true }, ["chalet", "villa"]],
  [{ rental_type: "hut,villa" }, ["villa", "hut"]],
  [() => ({ rentals_tags: String(tag.id) }), ["chalet"]],
  [{ bb_sw: "44, 6", bb_ne: "46, 7" }, ["chalet"]],
  [{ bb_sw: "-20,170", bb_ne: "-10,-170" }, ["villa", "hut"]],
  [{ bb_sw: "-20,-170", bb_ne: "-10,170" }, []],
  [{ bb_sw: "-90,-180", bb_ne: "90,180" }, ["chalet", "villa", "hut"]],
];

describe("a search finds by", () => {
  test.each(filters)("%j", async (parameters, expected) => {
    const asked = typeof parameters === "function" ? parameters() : parameters;
    expect(await names(asked)).toEqual(expected);
    const dates = { start_at: "2090-01-04", end_at: "2090-01-08" };
    expect(await names({ ...asked, ...dates })).toEqual(expected);
    expect(await names({ ...asked, ...dates, include_not_available: true })).toEqual(expected);
  });

  test("the rental's own price without dates", async () => {
    expect(await names({ min_price: 80 })).toEqual(["chalet"]);
    expect(await names({ min_price: 70 })).toEqual(["chalet", "villa"]);
    expect(await names({ max_price: 120 })).toEqual(["villa"]);
    expect(await names({ max_price: 301, min_price: 71 })).toEqual(["chalet"]);
    expect(await names({ min_price: 0 })).toEqual(["chalet", "villa"]);
  });

  test("the price of the stay, with dates", async () => {
    const dates = { start_at: "2090-01-04", end_at: "2090-01-08", adults: 2 };
    expect(await names({ ...dates, min_price: 160, max_price: 399 })).toEqual(["hut"]);
    expect(await names({ ...dates, min_price: 400 })).toEqual(["chalet", "villa"]);
    expect(await names({ ...dates, max_price: 159 })).toEqual([]);
  });

  test("no location for a rental without one", async () => {
    const account = await service.aClient(await service.anAccount());
    await aRental(account);
    expect(await found(account, { bb_sw: "-90,-180", bb_ne: "90,180" })).toEqual([]);
  });
});

describe("a search without dates", () => {
  test("has null price members", async () => {
    const [offer] = await found(client, { adults: 2, include_not_available: true, include_tentative: true });
    expect(offer).toMatchObject({
      base_rate: "100.0",
      initial_price: null,
      final_price: null,
      price_to_pay_now: null,
      price_to_pay_now_with_damage_deposit: null,
      available: null,
      refusals: null,
      taxes: null,
      price_details: null,
    });
  });

  test("otherwise shows the record of the list", async () => {
    const [[offer], answer] = [await found(client), await client.get("/rentals")];
    const [listed] = [answer.json.rentals].flat();
    expect(offer).toMatchObject(Object(listed));
  });
});

const stay = { start_at: "2090-01-04", end_at: "2090-01-08" };

/** Malformed parameters and the expected error messages. */
const malformed: readonly [Parameters, RegExp][] = [
  [{ start_at: "2090-01-04" }, /end_at is missing/],
  [{ end_at: "2090-01-04" }, /start_at is missing/],
  [{ start_at: "2090-01-04", end_at: "2090-01-04" }, /end_at must be at least one night/],
  [{ start_at: "2090-01-04T01:00:00Z", end_at: "2090-01-04T23:00:00Z" }, /end_at must be at least one night/],
  [{ start_at: "2090-01-08", end_at: "2090-01-04" }, /end_at must be at least one night/],
  [{ start_at: "2090-01-04", end_at: "2093-01-05" }, /end_at must be at most 1096 nights/],
  [{ start_at: "2090-02-30", end_at: "2090-03-04" }, /start_at must be a time .*, or a date/],
  [{ start_at: "tomorrow", end_at: "2090-03-04" }, /start_at must be a time/],
  [{ ...stay, adults: "two" }, /adults must be an integer/],
  [{ ...stay, adults: 101 }, /adults must be less than or equal to 100/],
  [{ ...stay, children: -1 }, /children must be greater than or equal to 0/],
  [{ adults: 1.5 }, /adults must be an integer/],
  [{ include_not_available: "yes" }, /include_not_available must be true or false/],
  [{ include_tentative: 2 }, /include_tentative must be true or false/],
  [{ exchange_to_currency: "XXX" }, /exchange_to_currency must be one of the currencies: AED/],
  [{ min_price: "1.5" }, /min_price must be an integer/],
  [{ max_price: -1 }, /max_price must be greater than or equal to 0/],
  [{ sort: "name" }, /sort must be one of: price, sleeps, sleeps_max, bedrooms_count/],
  [{ direction: "up" }, /direction must be one of: asc, desc/],
  [{ bb_sw: "1,2" }, /bb_ne is missing/],
  [{ bb_ne: "1,2" }, /bb_sw is missing/],
  [{ bb_sw: "91,2", bb_ne: "92,3" }, /bb_sw must be "latitude, longitude"/],
  [{ bb_sw: "1,2,3", bb_ne: "2,3" }, /bb_sw must be/],
  [{ bb_sw: "1;2", bb_ne: "2,3" }, /bb_sw must be/],
  [{ bb_sw: "1,2", bb_ne: "2,181" }, /bb_ne must be/],
  [{ bb_sw: "3,2", bb_ne: "2,3" }, /bb_sw must not lie north of bb_ne/],
  [{ bedrooms_count: "many" }, /bedrooms_count must be an integer/],
  [{ rental_type: "palace" }, /rental_type cannot be palace; use one of: /],
  [{ amenities: "swimming pool" }, /amenities cannot be swimming pool; use one of: pool, /],
  [{ amenities: "sauna,pets" }, /amenities cannot be pets; use one of: pets_allowed, /],
  [{ reject_amenities: "castle" }, /reject_amenities cannot be castle; use one of: /],
  [{ country_code: "Frnace" }, /country_code cannot be Frnace; use one of: FR, /],
  [{ id: "1,x" }, /id must be an array of ids/],
  [{ page: 0 }, /page must be a positive integer/],
  [{ per_page: "all" }, /per_page must be a positive integer/],
  [{ fields: "price" }, /fields names price, which is not an attribute of rentals/],
  [{ include: "prices" }, /include names prices/],
  [
    { updated_since: "2020-01-01T00:00:00Z" },
    /Unknown parameter updated_since\. Known parameters: start_at, end_at, adults/,
  ],
  [{ start: "2090-01-04" }, /Unknown parameter start\./],
  [{ constructor: 1 }, /Unknown parameter constructor\./],
];

describe("a search is refused, naming the parameter, for", () => {
  test.each(malformed)("%j", async (parameters, sentence) => {
    const answer = await searching(client, parameters);
    expect(answer.status).toBe(400);
    expect(answer.json.errors).toEqual([{ code: "bad_request", details: expect.stringMatching(sentence) }]);
    const posted = await client.post("/rentals/search", parameters);
    expect([posted.status, posted.json.errors]).toEqual([400, answer.json.errors]);
  });

  test("a repeated parameter", async () => {
    const answer = await client.get("/rentals/search?adults=1&adults=2");
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("adults must not be repeated")]);
  });
});

describe("the days at the ends of the calendar", () => {
  test.each([
    ["0001-01-01", "0001-01-03"],
    ["9999-12-29", "9999-12-31"],
    ["2020-01-01", "2023-01-01"],
  ])("can be searched: %s to %s", async (start_at, end_at) => {
    const client = await service.aClient(await service.anAccount());
    const table = await created(client, "/rates_tables", "rates_tables", { name: "Seaside" });
    await created(client, `/rates_tables/${table.id}/rates_rules`, "rates_rules", {
      kind: "prevent_gap",
      always_applied: true,
      variables: { length: 10, unit: "years" },
    });
    const rental = await aRental(client, { base_rate: "100", rates_table_id: table.id });
    const isOver = start_at < "2090";
    expect(await foundIds(client, { start_at, end_at })).toEqual(isOver ? [] : [rental.id]);
    const [offer] = await found(client, { start_at, end_at, include_not_available: true });
    expect(offer).toMatchObject({
      id: rental.id,
      refusals: isOver ? [{ kind: "arrival_in_the_past", rates_rule_id: null }] : [],
    });
    expect(offer?.final_price).toBeGreaterThan(0);
  });
});
