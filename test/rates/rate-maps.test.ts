import { describe, expect, test } from "vitest";
import { type ApiClient, type Json, recordOf } from "../harness/client.ts";
import { aRental, linksOf, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { aPeriod, aRatesTable, aSeason, changed, dayAhead, refusal } from "./factories.ts";

const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());

const nights = (text: unknown): string[] => String(text).split(",");
const mapOf = (client: ApiClient, rental: Json) => read(client, "nightly_rate_maps", rental.id);
const pushing = (client: ApiClient, rental: Json, slice: Json) =>
  client.put(`/nightly_rate_maps/${rental.id}`, { nightly_rate_maps: [slice] });
const anExternalRental = (client: ApiClient) => aRental(client, { nightly_rates_managed_externally: true });

describe("the nightly rate map of an ordinary rental", () => {
  test("derives an ordinary rental's map from base rate and seasons, under the rental's id", async () => {
    const client = await aManager();
    const table = await aRatesTable(client);
    const rental = await aRental(client, { base_rate: "100", rates_table_id: table.id });
    expect(linksOf(rental).nightly_rate_map).toBe(rental.id);
    const season = await aSeason(client, table, { ratio_percentage: "133.33", minimum_stay: 5 });
    await aPeriod(client, season, 2, 4);
    const map = await mapOf(client, rental);
    expect([map.start_date, linksOf(map)]).toEqual([dayAhead(-1), { account: client.account, rental: rental.id }]);
    const [rates, stays] = [nights(map.rates_map), nights(map.minimum_stays_map)];
    expect([rates.length, stays.length]).toEqual([1096, 1096]);
    expect(rates.slice(0, 8)).toEqual(["100", "100", "100", "133.33", "133.33", "133.33", "100", "100"]);
    expect(stays.slice(0, 8)).toEqual(["1", "1", "1", "5", "5", "5", "1", "1"]);
    expect([rates.at(-1), stays.at(-1)]).toEqual(["100", "1"]);
  });

  test("divides a weekly base rate by seven, rounds yen to whole units, and shows 0 without a base rate", async () => {
    const client = await aManager();
    const weekly = await aRental(client, { base_rate: "600", base_rate_kind: "weekly" });
    const yen = await aRental(client, { base_rate: "10000", base_rate_kind: "weekly", currency: "JPY" });
    expect(nights((await mapOf(client, weekly)).rates_map)[0]).toBe("85.71");
    expect(nights((await mapOf(client, yen)).rates_map)[0]).toBe("1429");
    expect(nights((await mapOf(client, await aRental(client))).rates_map)[0]).toBe("0");
  });

  test("reflects a price change on the next read and in updated_since", async () => {
    const client = await aManager();
    const table = await aRatesTable(client);
    const rental = await aRental(client, { base_rate: "100", rates_table_id: table.id });
    const season = await aSeason(client, table);
    const touched = async () =>
      (await service.sql("select updated_at from nightly_rate_maps where id = $1", [rental.id]))[0];
    let before = await touched();
    const changes: readonly (() => Promise<unknown>)[] = [
      () => aPeriod(client, season, 0, 1),
      () => changed(client, `/seasons/${season.id}`, "seasons", { ratio_percentage: "200" }),
      () => changed(client, `/rentals/${rental.id}`, "rentals", { base_rate: "50" }),
    ];
    const shown: (string | undefined)[] = [];
    for (const change of changes) {
      await change();
      expect(await touched()).not.toEqual(before);
      before = await touched();
      shown.push(nights((await mapOf(client, rental)).rates_map)[1]);
    }
    expect(shown).toEqual(["150", "200", "100"]);
  });

  test("refuses writes to a map that comes from base rate and seasons", async () => {
    const client = await aManager();
    const rental = await aRental(client, { base_rate: "100" });
    expect(refusal(await pushing(client, rental, { start_date: dayAhead(0), rates_map: "90" }))).toEqual([
      422,
      {
        base: ["comes from base_rate and seasons. Set nightly_rates_managed_externally on the rental to write a map"],
      },
    ]);
  });
});

describe("an externally managed nightly rate map", () => {
  test("replaces only the nights that a slice covers", async () => {
    const client = await aManager();
    const rental = await anExternalRental(client);
    // As in the reference's sample, the two slices differ in length.
    const answer = await pushing(client, rental, {
      minimum_stays_map: "2,2,2,2,2,2,2,2,2,2,2,1",
      rates_map: "100,100,100,100,50,50,100,100,100,100,0",
      start_date: dayAhead(0),
    });
    expect(answer.status, answer.text).toBe(200);
    await pushing(client, rental, { start_date: dayAhead(2), rates_map: "75.5, 80" });
    const map = await mapOf(client, rental);
    expect(map.start_date).toBe(dayAhead(-1));
    const [rates, stays] = [nights(map.rates_map), nights(map.minimum_stays_map)];
    expect(rates.slice(0, 13)).toEqual("0,100,100,75.5,80,50,50,100,100,100,100,0,0".split(","));
    expect(stays.slice(0, 14)).toEqual("1,2,2,2,2,2,2,2,2,2,2,2,1,1".split(","));
    expect([rates.length, stays.length]).toEqual([1096, 1096]);
  });

  test("stores the same map from a whole slice and from concurrent partial slices in any order", async () => {
    const client = await aManager();
    const [whole, split] = [await anExternalRental(client), await anExternalRental(client)];
    const values = Array.from({ length: 60 }, (_, night) => 100 + night);
    await pushing(client, whole, { start_date: dayAhead(5), rates_map: values.join() });
    await Promise.all(
      [40, 0, 20].map((from) =>
        pushing(client, split, { start_date: dayAhead(5 + from), rates_map: values.slice(from, from + 20).join() }),
      ),
    );
    expect((await mapOf(client, split)).rates_map).toBe((await mapOf(client, whole)).rates_map);
  });

  test("accepts slices from yesterday up to night 1096", async () => {
    const client = await aManager();
    const rental = await anExternalRental(client);
    const full = Array.from({ length: 1096 }, () => "99").join();
    expect((await pushing(client, rental, { start_date: dayAhead(-1), rates_map: full })).status).toBe(200);
    expect((await pushing(client, rental, { start_date: dayAhead(1094), rates_map: "1" })).status).toBe(200);
    expect(nights((await mapOf(client, rental)).rates_map).slice(-2)).toEqual(["99", "1"]);
    const window = { start_date: [`must be from ${dayAhead(-1)} (yesterday) to ${dayAhead(1094)}`] };
    for (const day of [-2, 1095])
      expect(refusal(await pushing(client, rental, { start_date: dayAhead(day), rates_map: "1" }))).toEqual([
        422,
        window,
      ]);
    expect(refusal(await pushing(client, rental, { start_date: dayAhead(1093), rates_map: "1,2,3" }))).toEqual([
      422,
      { rates_map: [`ends on ${dayAhead(1095)}, after the last night of the map, ${dayAhead(1094)}`] },
    ]);
    expect(refusal(await pushing(client, rental, { start_date: dayAhead(0), rates_map: `${full},1` }))).toEqual([
      422,
      { rates_map: ["has too many nights (maximum is 1096)"] },
    ]);
    expect(refusal(await pushing(client, rental, { rates_map: "1" }))).toEqual([
      422,
      { start_date: ["can't be blank"] },
    ]);
  });

  test.each<[Json, Json]>([
    [
      { rates_map: "100,,100" },
      { rates_map: ["must be rates such as 100 or 99.5, one per night, separated by commas"] },
    ],
    [{ rates_map: "" }, { rates_map: ["can't be blank"] }],
    [{ rates_map: null }, { rates_map: ["can't be blank"] }],
    [{ minimum_stays_map: null }, { minimum_stays_map: ["can't be blank"] }],
    [{ rates_map: "-1" }, { rates_map: ["must be rates such as 100 or 99.5, one per night, separated by commas"] }],
    [{ rates_map: "1.234" }, { rates_map: ["must be rates such as 100 or 99.5, one per night, separated by commas"] }],
    [{ rates_map: [100] }, { rates_map: ["must be rates such as 100 or 99.5, one per night, separated by commas"] }],
    [
      { minimum_stays_map: "1.5" },
      { minimum_stays_map: ["must be nights such as 7, one per night, separated by commas"] },
    ],
    [{ rates_map: "1", start_date: "soon" }, { start_date: ["must be a date such as 2027-01-04"] }],
  ])("refuses the map slice %j", async (slice, errors) => {
    const client = await aManager();
    const rental = await anExternalRental(client);
    expect(refusal(await pushing(client, rental, { start_date: dayAhead(0), ...slice }))).toEqual([422, errors]);
  });

  test("keeps written values on their nights as days pass", async () => {
    const client = await aManager();
    const rental = await anExternalRental(client);
    await pushing(client, rental, { start_date: dayAhead(0), rates_map: "10,20,30" });
    // Simulate a map written three days ago.
    await service.sql("update nightly_rate_maps set start_date = start_date - 2 where id = $1", [rental.id]);
    expect(nights((await mapOf(client, rental)).rates_map).slice(0, 3)).toEqual(["20", "30", "0"]);
    await pushing(client, rental, { start_date: dayAhead(1), rates_map: "40" });
    const map = await mapOf(client, rental);
    expect([map.start_date, nights(map.rates_map).slice(0, 4)]).toEqual([dayAhead(-1), ["20", "30", "40", "0"]]);
  });

  test("deletes the nightly rate map with its rental", async () => {
    const client = await aManager();
    const rental = await anExternalRental(client);
    await client.delete(`/rentals/${rental.id}`);
    expect((await client.get(`/nightly_rate_maps/${rental.id}`)).status).toBe(404);
  });
});

describe("the mid-term rate map", () => {
  const pushingTo = (client: ApiClient, id: unknown, slice: Json) =>
    client.put(`/mid_term_rate_maps/${id}`, { mid_term_rate_maps: [slice] });

  test("reads a mid-term map by UUID, in lists, batches and includes, and accepts slices", async () => {
    const client = await aManager();
    const [rental, other] = [await aRental(client), await aRental(client)];
    const { mid_term_rate_map: id } = linksOf(rental);
    expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    const answer = await pushingTo(client, id, {
      map: "100,100,100,100,50,50,100,100,100,100,0",
      start_date: dayAhead(0),
    });
    expect(answer.status, answer.text).toBe(200);
    const map = recordOf(answer, "mid_term_rate_maps");
    expect([map.id, map.start_date, linksOf(map).rental]).toEqual([id, dayAhead(-1), rental.id]);
    expect(nights(map.map).slice(0, 7)).toEqual(["0", "100", "100", "100", "100", "50", "50"]);
    expect([nights(map.map).length, [map.map_with_price_variation].flat().length]).toEqual([1096, 1096]);
    const batch = await client.get(`/mid_term_rate_maps/${linksOf(other).mid_term_rate_map},${id}?fields=id`);
    expect(batch.json.mid_term_rate_maps).toEqual([{ id: linksOf(other).mid_term_rate_map }, { id }]);
    const embedded = recordOf(await client.get(`/rentals/${rental.id}?include=mid_term_rate_map`), "rentals");
    expect(embedded.mid_term_rate_map).toMatchObject({ id, start_date: dayAhead(-1) });
    for (const wrong of ["1", "00000000-0000-0000-0000-000000000000", `${id}0`])
      expect((await client.get(`/mid_term_rate_maps/${wrong}`)).status, wrong).toBe(404);
    expect((await pushingTo(client, "1", {})).status).toBe(404);
  });

  test("applies the calling application's override or default increase to the mid-term map", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const { mid_term_rate_map: id } = linksOf(rental);
    await pushingTo(client, id, { map: "100,100,33.33", start_date: dayAhead(0) });
    await changed(client, `/applications/${client.application}`, "applications", { default_price_increase: "30" });
    const override = { application_id: client.application, rental_id: rental.id, price_increase: "5" };
    await client.post("/applications_periods_rentals", {
      applications_periods_rentals: [{ ...override, start_date: dayAhead(1), end_date: dayAhead(1) }],
    });
    const map = await read(client, "mid_term_rate_maps", id);
    expect([map.map_with_price_variation].flat().slice(0, 5)).toEqual(["0.0", "130.0", "105.0", "43.33", "0.0"]);
    const other = await service.aClient(client.account, { scopes: ["rates_write"] });
    const theirs = await read(other, "mid_term_rate_maps", id);
    expect([theirs.map_with_price_variation].flat().slice(0, 3)).toEqual(["0.0", "100.0", "100.0"]);
  });

  test("hides another account's mid-term map", async () => {
    const [client, stranger] = [await aManager(), await aManager()];
    const { mid_term_rate_map: id } = linksOf(await aRental(stranger));
    expect((await client.get(`/mid_term_rate_maps/${id}`)).status).toBe(404);
    expect((await pushingTo(client, id, { map: "1", start_date: dayAhead(0) })).status).toBe(404);
  });
});
