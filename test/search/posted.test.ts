import { beforeAll, describe, expect, test } from "vitest";
import { searchRoutes } from "../../src/modules/stays/search/routes.ts";
import { ApiClient, type Json } from "../harness/client.ts";
import { useSharedService } from "../harness/service.ts";
import { resolved } from "../openapi/sampler.ts";
import { aPricedRental, searching } from "./factories.ts";

const service = useSharedService();

/** Three rentals with different types and locations. */
let client: ApiClient;
let villa: Json;

beforeAll(async () => {
  client = await service.aClient(await service.anAccount());
  await aPricedRental(client, { name: "chalet", rental_type: "chalet", lat: 45.02, lng: 6.6 });
  villa = await aPricedRental(client, { name: "villa", rental_type: "villa", lat: -18.1, lng: 178.4 });
  await aPricedRental(client, { name: "hut", rental_type: "hut", lat: -13.8, lng: -171.8 });
});

describe("a search posted", () => {
  const dates = { start_at: "2090-01-04", end_at: "2090-01-08", adults: 2 };
  const posting = (body: unknown, query = "") => client.post(`/rentals/search${query}`, body);
  const namesIn = (answer: { json: Json }) => [answer.json.rentals].flat().map((record) => Object(record).name);

  test("is a flat object of the same parameters: numbers, booleans, texts, nulls, arrays and comma lists", async () => {
    const body = {
      ...dates,
      adults: "2",
      children: null,
      include_not_available: false,
      rental_type: ["hut", "villa"],
      amenities: null,
      bb_sw: [-20, 170],
      bb_ne: "-10, -170",
    };
    const answer = await posting(body);
    expect([answer.status, namesIn(answer)]).toEqual([200, ["villa", "hut"]]);
    const got = await searching(client, {
      ...dates,
      rental_type: "hut,villa",
      bb_sw: "-20,170",
      bb_ne: "-10,-170",
    });
    expect(answer.json.rentals).toEqual(got.json.rentals);
  });

  test("accepts paging in the query or in the body", async () => {
    expect(namesIn(await posting(dates, "?page=2&per_page=2"))).toEqual(["hut"]);
    expect(namesIn(await posting({ ...dates, page: 2, per_page: 2 }))).toEqual(["hut"]);
    expect(namesIn(await posting({ fields: ["name", "final_price"] }, "?per_page=1"))).toEqual(["chalet"]);
  });

  test("a search without a body finds everything", async () => {
    expect(namesIn(await client.post("/rentals/search"))).toEqual(["chalet", "villa", "hut"]);
    expect(namesIn(await posting({}))).toEqual(["chalet", "villa", "hut"]);
  });

  test("a search also works below ids", async () => {
    expect(namesIn(await client.post(`/rentals/${villa.id}/search`, dates))).toEqual(["villa"]);
  });

  test.each<[string, unknown, RegExp]>([
    [
      "an object in an object",
      { bb_sw: { lat: 1, lng: 2 } },
      /bb_sw must be a string, a number, true, false, or an array/,
    ],
    ["an array in an array", { id: [[1]] }, /The parameter id must be a string/],
    ["an array as the body", [dates], /one JSON object/],
    ["a text as the body", '"2090-01-04"', /one JSON object/],
    ["malformed JSON", '{"adults": 2', /not valid JSON/],
    ["an unknown name", { rentals: [] }, /Unknown parameter rentals\./],
  ])("is refused for %s", async (_, body, sentence) => {
    const answer = await posting(body);
    expect(answer.status).toBe(400);
    expect(answer.json.errors).toEqual([{ code: "bad_request", details: expect.stringMatching(sentence) }]);
  });

  test("is refused for a parameter in both the query and the body", async () => {
    const answer = await posting({ adults: 2 }, "?adults=2");
    expect([answer.status, answer.text]).toEqual([
      400,
      expect.stringContaining("adults must not be in both the query and the body"),
    ]);
  });

  test("is refused if it is not JSON", async () => {
    const answer = await client.post("/rentals/search", "adults=2", {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(answer.status).toBe(415);
  });
});

describe("the documentation of a search", () => {
  /** The registry's parameters (reference, rentals, search_parameters). */
  const registry =
    "adults amenities bb_ne bb_sw bedrooms_count bookable_online children city country_code destination direction end_at exchange_to_currency excluded_amenities full_bathrooms_count guests id include_not_available include_tentative included_amenities instantly_bookable max_price min_price page per_page published_only reject_amenities rental_id rental_type rentals_tags sort special_offers start_at";

  test("lists every parameter of the reference, fields and include, for the query and the body", async () => {
    const { json } = await new ApiClient(service.url, undefined).get("/openapi.json");
    const expected = [...registry.split(" "), "amenities_all", "amenities_any", "fields", "include"].sort();
    expect(searchRoutes).toHaveLength(4);
    for (const { method, path } of searchRoutes) {
      const operation = Object(json.paths)[path.replace(":ids", "{ids}")][method.toLowerCase()];
      const query = operation.parameters
        .map((parameter: unknown) => resolved(json, parameter))
        .filter((parameter: Json) => parameter.in === "query");
      expect(query.map(({ name }: Json) => name).sort()).toEqual(expected);
      for (const { description } of query) expect(description).toMatch(/\w/);
      const schema = operation.responses["200"].content["application/vnd.api+json"].schema.properties.rentals.items;
      expect(Object.keys(schema.allOf[1].properties)).toContain("price_details");
      if (method === "GET") continue;
      const body = resolved(json, operation.requestBody.content["application/vnd.api+json"].schema);
      expect(Object.keys(Object(body.properties)).sort()).toEqual(expected);
    }
  });
});
