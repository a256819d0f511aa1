import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addMonths,
  dayOfInstant,
  firstOfMonth,
  formatDay,
  instantOnDay,
  millisecondsPerDay,
  parseDay,
  weekdayOf,
} from "../../src/core/day.ts";

const firstDay = Date.UTC(1970, 0, 1) - 719_162 * millisecondsPerDay; // 0001-01-01
const anyDay = fc.integer({ min: firstDay / millisecondsPerDay, max: 2_932_896 }); // … 9999-12-31

describe("a day", () => {
  test.each([
    ["1970-01-01", 0],
    ["1969-12-31", -1],
    ["2000-02-29", 11_016],
    ["2027-01-04", 20_822],
    ["0001-01-01", -719_162],
    ["9999-12-31", 2_932_896],
  ])("%s is the day %i", (text, day) => {
    expect(parseDay(text)).toBe(day);
    expect(formatDay(day)).toBe(text);
  });

  test.each([
    "2027-02-29",
    "2100-02-29",
    "2027-02-30",
    "2027-04-31",
    "2027-13-01",
    "2027-00-10",
    "2027-01-00",
    "2027-1-4",
    "27-01-04",
    "12027-01-04",
    "-2027-01-04",
    "2027-01-04T00:00:00Z",
    " 2027-01-04",
    "",
    "0000-06-01",
  ])("refuses %j as a day", (text) => {
    expect(parseDay(text)).toBeUndefined();
  });

  test("is formatted like the runtime's calendar, and parsed back", () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(parseDay(formatDay(day))).toBe(day);
        expect(formatDay(day)).toBe(new Date(day * millisecondsPerDay).toISOString().slice(0, 10));
      }),
    );
  });

  test("contains an instant in UTC, also before 1970", () => {
    expect(dayOfInstant(Date.parse("2027-01-04T23:59:59.999Z"))).toBe(20_822);
    expect(dayOfInstant(Date.parse("2027-01-05T00:00:00Z"))).toBe(20_823);
    expect(dayOfInstant(-1)).toBe(-1);
  });

  test("has hours, also fractional ones", () => {
    expect(new Date(instantOnDay(20_822, 16)).toISOString()).toBe("2027-01-04T16:00:00.000Z");
    expect(new Date(instantOnDay(20_822, 23.75)).toISOString()).toBe("2027-01-04T23:45:00.000Z");
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 95 }), (day, quarter) => {
        expect(dayOfInstant(instantOnDay(day, quarter / 4))).toBe(day);
      }),
    );
  });

  test("has a weekday, Sunday first", () => {
    expect(weekdayOf(0)).toBe(4);
    expect(weekdayOf(20_822)).toBe(1);
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(weekdayOf(day)).toBe(new Date(day * millisecondsPerDay).getUTCDay());
      }),
    );
  });
});

describe("months", () => {
  test.each([
    ["2027-01-31", 1, "2027-02-28"],
    ["2028-01-31", 1, "2028-02-29"],
    ["2027-10-31", 1, "2027-11-30"],
    ["2027-11-15", 2, "2028-01-15"],
    ["2027-03-31", -1, "2027-02-28"],
    ["2027-01-15", -13, "2025-12-15"],
    ["2027-01-15", 0, "2027-01-15"],
  ])("%s and %i months are %s", (text, months, expected) => {
    expect(formatDay(addMonths(parseDay(text) ?? Number.NaN, months))).toBe(expected);
  });

  test("begin on their first day", () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 1_000_000 }), (day) => {
        expect(formatDay(firstOfMonth(day))).toBe(`${formatDay(day).slice(0, 8)}01`);
      }),
    );
  });

  test("lead to the same date or the last day of the target month", () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 1_000_000 }), fc.integer({ min: -240, max: 240 }), (day, months) => {
        const [year, month, date] = formatDay(day).split("-").map(Number);
        const [toYear, toMonth, toDate] = formatDay(addMonths(day, months)).split("-").map(Number);
        expect(Number(toYear) * 12 + Number(toMonth)).toBe(Number(year) * 12 + Number(month) + months);
        const last = new Date(Date.UTC(Number(toYear), Number(toMonth), 0)).getUTCDate();
        expect(toDate).toBe(Math.min(Number(date), last));
      }),
    );
  });
});
