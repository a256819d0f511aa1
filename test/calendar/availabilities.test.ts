import { describe, expect, test } from "vitest";
import { ApiClient, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, changing, idsOf, linksOf, read } from "../harness/factories.ts";
import { inAnHour } from "../harness/moments.ts";
import { useSharedService } from "../harness/service.ts";
import { changed, dayAhead } from "../rates/factories.ts";
import { availabilityOf, daysOf } from "./factories.ts";

const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());
const stay = (start_at: string, end_at: string, attributes: Json = {}) => ({ start_at, end_at, ...attributes });

/** Sets the hold's expiry in the past without running the job. */
const holdEnded = (hold: Json, at: string) =>
  service.sql("update bookings set tentative_expires_at = $2 where id = $1", [hold.id, at]);

describe("the availability map", () => {
  test("has 1096 nights from the first of this month, and the rental's id", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    expect(linksOf(rental).availability).toBe(rental.id);
    const record = await availabilityOf(client, rental, "");
    const [month] = await service.sql("select to_char(now() at time zone 'UTC', 'YYYY-MM-01') as first");
    expect(record).toMatchObject({ id: rental.id, start_date: month?.first, map: "0".repeat(1096) });
    expect(Object.keys(record)).toEqual(["links", "id", "map", "start_date", "created_at", "updated_at"]);
    expect(linksOf(record)).toEqual({ account: client.account, rental: rental.id });
    const dates = { start_at: dayAhead(1), end_at: dayAhead(3) };
    await aBooking(client, rental, dates);
    const index = (Date.parse(dates.start_at) - Date.parse(String(record.start_date))) / 86_400_000;
    expect((await availabilityOf(client, rental, "")).map).toBe(`${"0".repeat(index)}11${"0".repeat(1094 - index)}`);
  });

  test("shows what holds each night, and a departure day as free", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    await aBooking(client, rental, stay("2089-12-30", "2090-01-02"));
    await aBooking(client, rental, stay("2090-01-02", "2090-01-04", { tentative_expires_at: inAnHour() }));
    await aBooking(client, rental, stay("2090-01-06", "2090-01-08", { unavailable: true }));
    expect(await daysOf(client, rental)).toBe("1220033000");
    expect(await daysOf(client, rental, "&include_tentative=false")).toBe("1000033000");
    expect(await daysOf(client, rental, "&include_tentative=true")).toBe("1220033000");
    expect(await daysOf(client, rental, "&boolean=true")).toBe("1110011000");
    expect(await daysOf(client, rental, "&boolean=true&include_tentative=false")).toBe("1000011000");
    // No night has a rate.
    expect(await daysOf(client, rental, "&priced_only=true")).toBe("1223333333");
    expect(await daysOf(client, rental, "&priced_only=true&include_tentative=false")).toBe("1333333333");
    expect(await daysOf(client, rental, "&priced_only=true&boolean=true")).toBe("1111111111");
    expect(await daysOf(client, rental, "&priced_only=false")).toBe("1220033000");
  });

  test("starts on the requested day, even within a stay, and ends 1096 nights later", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    await aBooking(client, rental, stay("2090-01-04", "2090-01-08"));
    const from = async (day: string) => {
      const { start_date, map } = await availabilityOf(client, rental, `from=${day}`);
      expect([start_date, String(map).length]).toEqual([day, 1096]);
      return String(map);
    };
    expect((await from("2090-01-06")).slice(0, 4)).toBe("1100");
    expect((await from("2090-01-08")).slice(0, 4)).toBe("0000");
    expect((await from("2087-01-05")).slice(-2)).toBe("01");
    expect((await from("2087-01-04")).slice(-2)).toBe("00");
    expect(await from("1970-01-01")).toBe("0".repeat(1096));
    expect(await from("2199-12-31")).toBe("0".repeat(1096));
  });

  test("follows every change of a booking in the next read", async () => {
    const client = await aManager();
    const [rental, other] = [await aRental(client), await aRental(client)];
    const booked = await aBooking(client, rental, stay("2090-01-02", "2090-01-04"));
    const shown = [await daysOf(client, rental)];
    for (const change of [
      { start_at: "2090-01-03", end_at: "2090-01-06" },
      { tentative_expires_at: inAnHour() },
      { unavailable: true },
    ]) {
      await changing(client, booked, change);
      shown.push(await daysOf(client, rental));
    }
    await client.delete(`/bookings/${booked.id}`);
    shown.push(await daysOf(client, rental));
    expect(shown).toEqual(["0110000000", "0011100000", "0022200000", "0033300000", "0000000000"]);
    expect(await daysOf(client, other)).toBe("0000000000");
  });

  test("shows an expired hold's nights as free, even before the job runs", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const hold = await aBooking(client, rental, stay("2090-01-02", "2090-01-04", { tentative_expires_at: inAnHour() }));
    expect(await daysOf(client, rental)).toBe("0220000000");
    await holdEnded(hold, "2020-01-01T00:00:00Z");
    expect(await daysOf(client, rental)).toBe("0000000000");
    await service.sql("select expire_holds()");
    expect(await daysOf(client, rental)).toBe("0000000000");
  });
});

describe("the map with priced_only", () => {
  test("shows all nights as sellable with a base rate, and none without", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    await aBooking(client, rental, stay("2090-01-02", "2090-01-04"));
    expect(await daysOf(client, rental, "&priced_only=true")).toBe("3113333333");
    await changed(client, `/rentals/${rental.id}`, "rentals", { base_rate: "100" });
    expect(await daysOf(client, rental, "&priced_only=true")).toBe("0110000000");
    await changed(client, `/rentals/${rental.id}`, "rentals", { base_rate: null });
    expect(await daysOf(client, rental, "&priced_only=true")).toBe("3113333333");
  });

  test("shows only nights with a mapped rate as sellable, if rates are managed externally", async () => {
    const client = await aManager();
    const rental = await aRental(client, { base_rate: "100", nightly_rates_managed_externally: true });
    const shown = async (from: number) => {
      const { map } = await availabilityOf(client, rental, `priced_only=true&from=${dayAhead(from)}`);
      return String(map).slice(0, 6);
    };
    expect(await shown(0)).toBe("333333");
    await client.put(`/nightly_rate_maps/${rental.id}`, {
      nightly_rate_maps: [{ start_date: dayAhead(1), rates_map: "100,0,0.01" }],
    });
    expect([await shown(0), await shown(2)]).toEqual(["303033", "303333"]);
    await aBooking(client, rental, { start_at: dayAhead(2), end_at: dayAhead(4) });
    expect(await shown(0)).toBe("301133");
  });
});

describe("availabilities", () => {
  test("are read in lists and in batches by id, with chosen fields and options", async () => {
    const client = await aManager();
    const [first, second] = [await aRental(client), await aRental(client)];
    await aBooking(client, second, stay("2090-01-02", "2090-01-04", { tentative_expires_at: inAnHour() }));
    const answer = await client.get("/availabilities?from=2090-01-01&boolean=true&per_page=1&page=2&fields=id,map");
    expect(recordsOf(answer, "availabilities")).toEqual([{ id: second.id, map: `011${"0".repeat(1093)}` }]);
    expect(answer.headers.get("x-total-count")).toBe("2");
    expect(answer.headers.get("link")).toContain("boolean=true");
    const batch = recordsOf(
      await client.get(`/availabilities/${second.id},${first.id}?from=2090-01-01&include_tentative=false`),
      "availabilities",
    );
    expect(batch.map(({ id, map }) => [id, map])).toEqual([second, first].map(({ id }) => [id, "0".repeat(1096)]));
    const tag = answer.headers.get("etag") ?? "";
    const again = "/availabilities?from=2090-01-01&boolean=true&per_page=1&page=2&fields=id,map";
    expect((await client.get(again, { "if-none-match": tag })).status).toBe(304);
    await aBooking(client, second, stay("2090-01-05", "2090-01-06"));
    expect((await client.get(again, { "if-none-match": tag })).status).toBe(200);
  });

  test("can embed and be embedded in their rentals", async () => {
    const client = await aManager();
    const rental = await aRental(client, { name: "Mill" });
    const booked = { start_at: dayAhead(1), end_at: dayAhead(2), tentative_expires_at: inAnHour() };
    await aBooking(client, rental, booked);
    const alone = await availabilityOf(client, rental, "");
    expect(alone.map).toMatch(/^0*20*$/);
    const { availability } = recordOf(await client.get(`/rentals/${rental.id}?include=availability`), "rentals");
    expect(availability).toEqual(alone);
    const within = await client.get(`/availabilities/${rental.id}?include=rental&include_tentative=false`);
    expect(recordOf(within, "availabilities")).toMatchObject({ map: "0".repeat(1096), rental: { name: "Mill" } });
  });

  test("are hidden from others and for deleted rentals", async () => {
    const [client, stranger] = [await aManager(), await aManager()];
    const [rental, theirs] = [await aRental(client), await aRental(stranger)];
    const list = async () => idsOf(recordsOf(await client.get("/availabilities?fields=id"), "availabilities"));
    expect(await list()).toEqual([rental.id]);
    expect((await client.get(`/availabilities/${theirs.id}`)).status).toBe(404);
    const before = (await client.get("/availabilities")).headers.get("x-updated-since-request-synced-at") ?? "";
    await client.delete(`/rentals/${rental.id}`);
    expect((await client.get(`/availabilities/${rental.id}`)).status).toBe(404);
    expect(await list()).toEqual([]);
    const { meta } = (await client.get(`/availabilities?updated_since=${encodeURIComponent(before)}`)).json;
    expect(meta).toMatchObject({ deleted_ids: [rental.id] });
  });

  test.each([
    ["from=soon", "The parameter from must be a date such as 2027-01-04."],
    ["from=2027-02-30", "The parameter from must be a date such as 2027-01-04."],
    ["from=1969-12-31", "The parameter from must be a date from 1970-01-01 to 2199-12-31."],
    ["from=2200-01-01", "The parameter from must be a date from 1970-01-01 to 2199-12-31."],
    ["include_tentative=no", "The parameter include_tentative must be true or false."],
    ["boolean=1", "The parameter boolean must be true or false."],
    ["priced_only=", "The parameter priced_only must be true or false."],
  ])("are refused with %s, both in lists and by id", async (parameter, details) => {
    const client = await aManager();
    const rental = await aRental(client);
    for (const path of ["/availabilities", `/availabilities/${rental.id}`]) {
      const answer = await client.get(`${path}?${parameter}`);
      expect([answer.status, answer.json.errors]).toEqual([400, [{ code: "bad_request", details }]]);
    }
  });

  test("refuse unknown parameters, and other resources refuse theirs", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    for (const path of [
      "/availabilities?until=2090-01-01",
      `/availabilities/${rental.id}?page=1`,
      `/rentals/${rental.id}?boolean=true`,
      "/change_overs?from=2090-01-01",
    ])
      expect((await client.get(path)).status, path).toBe(400);
  });
});

test("the OpenAPI document has the options for lists and single records", async () => {
  const { paths } = (await new ApiClient(service.url, undefined).get("/openapi.json")).json;
  for (const path of ["/availabilities", "/availabilities/{availability_id}"]) {
    const parameters = ["from", "include_tentative", "boolean", "priced_only"].map((name) =>
      expect.objectContaining({ name, in: "query", description: expect.stringMatching(/\.$/) }),
    );
    expect(paths, path).toMatchObject({ [path]: { get: { parameters: expect.arrayContaining(parameters) } } });
  }
});

describe("updated_since", () => {
  const long = "2020-01-01T00:00:00Z";

  async function changedSince(client: ApiClient, since: unknown, options = ""): Promise<unknown[]> {
    const path = `/availabilities?fields=id&updated_since=${encodeURIComponent(String(since))}${options}`;
    return idsOf(recordsOf(await client.get(path), "availabilities"));
  }

  /** Resets the rentals' and rates' change times to the first of the month. */
  async function longAgo({ account }: ApiClient): Promise<void> {
    await service.sql("update nightly_rate_maps set updated_at = $2 where account_id = $1", [account, long]);
    await service.sql("alter table rentals disable trigger user");
    await service.sql("update rentals set calendar_changed_at = $2, prices_changed_at = $2 where account_id = $1", [
      account,
      long,
    ]);
    await service.sql("alter table rentals enable trigger user");
  }

  const now = async () => {
    const [row] = await service.sql(
      "select to_char(now() at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"') as now",
    );
    return String(row?.now);
  };

  test("finds the rentals whose bookings changed, and no others", async () => {
    const client = await aManager();
    const [quiet, busy] = [await aRental(client), await aRental(client)];
    const booked = await aBooking(client, busy);
    for (const change of [
      () => aBooking(client, busy, stay("2090-03-01", "2090-03-02")),
      () => changing(client, booked, { end_at: "2090-01-09" }),
      () => changing(client, booked, { unavailable: true }),
      () => client.delete(`/bookings/${booked.id}`),
    ]) {
      await longAgo(client);
      const since = await now();
      expect(await changedSince(client, since)).toEqual([]);
      await change();
      expect(await changedSince(client, since)).toEqual([busy.id]);
    }
    await longAgo(client);
    await changed(client, `/rentals/${quiet.id}`, "rentals", { name: "Renamed" });
    expect(await changedSince(client, await now())).toEqual([]);
  });

  test("finds an expired hold before the job runs", async () => {
    const client = await aManager();
    const [, rental] = [await aRental(client), await aRental(client)];
    const hold = await aBooking(client, rental, { tentative_expires_at: inAnHour() });
    const since = await now();
    await holdEnded(hold, since);
    await longAgo(client);
    expect(await changedSince(client, since)).toEqual([rental.id]);
    expect(await read(client, "availabilities", rental.id)).toMatchObject({ updated_at: since });
  });

  test("finds all rentals once a month, when their maps start on a new day", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    await longAgo(client);
    const { start_date, updated_at } = await read(client, "availabilities", rental.id);
    expect(updated_at).toBe(`${start_date}T00:00:00Z`);
    expect(await changedSince(client, updated_at)).toEqual([rental.id]);
  });

  test("finds rentals with changed rates only with priced_only", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    await longAgo(client);
    const since = await now();
    await changed(client, `/rentals/${rental.id}`, "rentals", { base_rate: "100" });
    expect(await changedSince(client, since)).toEqual([]);
    expect(await changedSince(client, since, "&priced_only=true")).toEqual([rental.id]);
    const { updated_at } = await availabilityOf(client, rental, "priced_only=true");
    expect(Date.parse(String(updated_at))).toBeGreaterThanOrEqual(Date.parse(since));
  });
});
