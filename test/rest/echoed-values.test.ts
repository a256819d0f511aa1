import { describe, expect, test } from "vitest";
import { dayOfInstant, formatDay } from "../../src/core/day.ts";
import { parseDayOrMidnight, parseInstant, parseInstantOrDay } from "../../src/kernel/values/time.ts";
import { errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, booking, changing, idsOf, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { aTaxOf } from "../rates/factories.ts";

/** Writes accept times and dates as client libraries serialize them (conventions.md, Envelope). */
const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());

const threeInTheAfternoon = Date.UTC(2027, 1, 3, 15);

describe("a time", () => {
  test.each([
    "2027-02-03T15:00:00Z",
    "2027-02-03T15:00:00.000Z",
    "2027-02-03 15:00:00",
    "2027-02-03 15:00",
    "2027-02-03 16:00  0100",
    "2027-02-03 15:00:00 UTC",
    "2027-02-03 15:00:00.123456 UTC",
    "2027-02-03 15:00:00 +0000",
    "2027-02-03 15:00:00+00",
    "2027-02-03 16:30:00 +0130",
    "2027-02-03 10:00:00 -05:00",
    "2027-02-03T15:00+00:00",
    // A URL decoded the plus sign to a space.
    "2027-02-03 16:00:00  0100",
    "2027-02-03T16:00:00 01:00",
  ])("may be written as %s", (text) => {
    expect(Math.floor((parseInstant(text) ?? 0) / 1000)).toBe(threeInTheAfternoon / 1000);
  });

  test.each([
    "2027-02-30 15:00:00 UTC",
    "2027-02-30",
    "2027-02-29T15:00:00Z",
    "2027-02-03 15:00:00 CET",
    "2027-02-03 24:00:00 UTC",
    "2027-02-03 15:00:00 +2500",
    "2027-02-03 UTC",
    "2027-13-01",
    "0000-01-01",
    "",
  ])("is not %j", (text) => {
    expect(parseInstantOrDay(text)).toBeUndefined();
  });

  test("a bare date is its midnight in UTC", () => {
    expect(parseInstantOrDay("2027-02-03")).toBe(Date.UTC(2027, 1, 3));
  });
});

describe("a date", () => {
  test.each([
    "2027-02-03",
    "2027-02-03 00:00:00 UTC",
    "2027-02-03 00:00:00 +0000",
    "2027-02-03T00:00:00.000Z",
    "2027-02-03T01:00:00+01:00",
    "2027-02-02T19:00:00-05:00",
  ])("may be the midnight in UTC %s", (text) => {
    expect(formatDay(parseDayOrMidnight(text) ?? 0)).toBe("2027-02-03");
  });

  test.each(["2027-02-30", "2027-02-30 00:00:00 UTC", "2027-02-03 15:00:00 UTC", "2027-02-03T00:00:00+01:00", "soon"])(
    "is not %s",
    (text) => {
      expect(parseDayOrMidnight(text)).toBeUndefined();
    },
  );
});

/** Serializes a record like a Ruby client: times with their zone's name, dates as midnight times. */
function asRubyWrites(record: Json): Json {
  const written = Object.entries(record).map(([name, value]): [string, unknown] => {
    if (typeof value !== "string") return [name, value];
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return [name, `${value} 00:00:00 UTC`];
    const time = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)Z$/.exec(value);
    return [name, time ? `${time[1]} ${time[2]} UTC` : value];
  });
  return Object.fromEntries(written);
}

const withoutUpdate = ({ updated_at, ...record }: Json): Json => record;

describe("records that a Ruby client echoes", () => {
  test("an echoed booking changes nothing and keeps its times", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client), {
      start_at: "2027-02-03 15:00:00 UTC",
      end_at: "2027-02-08 11:30:00 +0100",
    });
    expect(stay).toMatchObject({ start_at: "2027-02-03T15:00:00Z", end_at: "2027-02-08T10:30:00Z" });
    const answer = await changing(client, stay, asRubyWrites(stay));
    expect(answer.status, answer.text).toBe(200);
    expect(withoutUpdate(recordOf(answer, "bookings"))).toMatchObject(withoutUpdate(stay));
  });

  test("an echoed record with dates changes nothing", async () => {
    const client = await aManager();
    const tax = await aTaxOf(client, { start_date: "2027-02-03", end_date: "2027-05-01" });
    const answer = await client.put(`/taxes/${tax.id}`, { taxes: [asRubyWrites(tax)] });
    expect(answer.status, answer.text).toBe(200);
    expect(withoutUpdate(recordOf(answer, "taxes"))).toEqual(withoutUpdate(tax));
    const refused = await client.put(`/taxes/${tax.id}`, { taxes: [{ end_date: "2027-05-01 15:00:00 UTC" }] });
    expect(errorsOf(refused)).toEqual({ end_date: ["must be a date such as 2027-01-04"] });
    expect(await read(client, "taxes", tax.id)).toEqual(recordOf(answer, "taxes"));
  });

  test("refuses dates that do not exist", async () => {
    const client = await aManager();
    const answer = await booking(client, await aRental(client), { start_at: "2027-02-30 15:00:00 UTC" });
    expect(errorsOf(answer)).toEqual({ start_at: ["must be a time such as 2027-01-04T16:00:00Z, or a date"] });
  });
});

describe("a date alone in a search", () => {
  test("a bare date in a search is a whole day in UTC", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const stays = [];
    for (const [start_at, end_at] of [
      ["2090-01-04T00:00:00Z", "2090-01-06T00:00:00Z"],
      ["2090-01-06T00:00:00Z", "2090-01-08T10:00:00Z"],
    ])
      stays.push(await aBooking(client, rental, { start_at, end_at }));
    const [first, second] = idsOf(stays);
    const found = async (query: string) => idsOf(recordsOf(await client.get(`/bookings?${query}`), "bookings"));
    expect(await found("from=2090-01-05")).toEqual([first, second]);
    expect(await found("from=2090-01-06")).toEqual([second]);
    expect(await found("until=2090-01-05")).toEqual([first]);
    expect(await found("until=2090-01-06T00:00:00Z")).toEqual([first]);
    expect(await found("until=9999-12-31")).toEqual([first, second]);
    expect(await found("until=2090-01-06")).toEqual([first, second]);
    expect(await found("until=2090-01-06%2000:00:01%20UTC")).toEqual([first, second]);
    const [row] = await service.sql("select extract(epoch from now()) * 1000 as now");
    const today = dayOfInstant(Number(row?.now));
    expect(await found(`updated_since=${formatDay(today - 1)}`)).toEqual([first, second]);
    expect(await found(`updated_since=${formatDay(today + 2)}`)).toEqual([]);
    expect((await client.get("/bookings?from=2027-02-30")).status).toBe(400);
  });
});
