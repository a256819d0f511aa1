import { describe, expect, test } from "vitest";
import { availabilityMap } from "../../../src/core/calendar/availability-map.ts";
import { changeOverMap } from "../../../src/core/calendar/change-over-map.ts";
import { closedDays, withClosings } from "../../../src/core/calendar/closed-days.ts";
import type { RatesRule } from "../../../src/core/pricing/rules/rates-rule.ts";
import { FreeNights, freeNightsBefore, freeNightsFrom } from "../../../src/core/pricing/stay/free-nights.ts";
import { always, booked, dates, day } from "../pricing/fixture.ts";

const from = day("2027-01-01");

describe("the availability map", () => {
  const held = [
    { ...booked("2026-12-30", "2027-01-02"), status: "booked" },
    { ...booked("2027-01-02", "2027-01-04"), status: "tentative" },
    { ...booked("2027-01-06", "2027-01-08"), status: "unavailable" },
  ] as const;
  const map = (options: Partial<Parameters<typeof availabilityMap>[1]> = {}) =>
    availabilityMap(held, { from, ...options });

  test("has 1096 characters, one a night", () => {
    expect(map()).toHaveLength(1096);
    expect(map().slice(0, 10)).toBe("1220033000");
    expect(map().slice(10)).toMatch(/^0+$/);
  });

  test("can omit tentative nights, and can be 0 and 1 only", () => {
    expect(map({ includeTentative: false }).slice(0, 9)).toBe("100003300");
    expect(map({ boolean: true }).slice(0, 9)).toBe("111001100");
    expect(map({ boolean: true, includeTentative: false }).slice(0, 9)).toBe("100001100");
  });

  test("shows free nights without a rate as unavailable with priced_only", () => {
    const isPriced = (night: number) => night !== from + 1 && night !== from + 4;
    expect(map({ isPriced }).slice(0, 9)).toBe("122033300");
    expect(map({ isPriced, boolean: true }).slice(0, 9)).toBe("111011100");
  });

  test("starts on the requested day", () => {
    expect(map({ from: day("2027-01-07") }).slice(0, 3)).toBe("300");
    expect(map({ from: day("2026-12-01") }).slice(28, 37)).toBe("011122003");
  });

  test("cuts off a hold that extends beyond the end", () => {
    const long = availabilityMap([{ arrival: from + 1095, departure: from + 2000, status: "booked" }], { from });
    expect(long).toHaveLength(1096);
    expect(long.slice(-2)).toBe("01");
  });
});

describe("the change-over map", () => {
  const map = (taken: readonly { arrival: number; departure: number }[], ...rules: readonly RatesRule[]) =>
    changeOverMap(taken, closedDays(rules, from, from));

  test("allows check-in and check-out on every day of a free rental without rules", () => {
    expect(map([])).toBe("C".repeat(1096));
  });

  test.each([
    ["a booking", [booked("2027-01-03", "2027-01-06")], "CCOXXICC"],
    ["two bookings back to back", [booked("2027-01-03", "2027-01-05"), booked("2027-01-05", "2027-01-07")], "CCOXXXIC"],
    [
      "one free night between two bookings",
      [booked("2027-01-02", "2027-01-04"), booked("2027-01-05", "2027-01-06")],
      "COXIOICC",
    ],
    ["a booking that ended on the first day", [booked("2026-12-28", "2027-01-01")], "ICCCCCCC"],
    ["a current booking", [booked("2026-12-28", "2027-01-03")], "XXICCCCC"],
  ])("closes the days around %s", (_case, taken, expected) => {
    expect(map(taken).slice(0, 8)).toBe(expected);
  });

  test("applies weekdays for arrival and departure (2 January 2027 is a Saturday)", () => {
    expect(map([], { id: 1, kind: "arrival_only", applies: always, days: [6] }).slice(0, 9)).toBe("OCOOOOOOC");
    expect(map([], { id: 1, kind: "departure_only", applies: always, days: [6] }).slice(0, 9)).toBe("ICIIIIIIC");
  });

  test("closes check-in days outside of booking windows", () => {
    expect(
      map([], { id: 1, kind: "prevent_if_booked_less_than", applies: always, length: 2, unit: "days" }).slice(0, 4),
    ).toBe("OOCC");
    expect(
      map([], { id: 1, kind: "prevent_if_booked_ahead_of", applies: always, length: 2, unit: "days" }).slice(0, 5),
    ).toBe("CCCOO");
  });

  test("closes check-in and check-out within a whole period", () => {
    const rule = { id: 1, kind: "full_period_only", applies: dates("2027-01-03", "2027-01-05") } as const;
    expect(map([], rule).slice(0, 7)).toBe("CCCXXCC");
  });

  test("closes the days that overrides close, and opens them where a newer override does", () => {
    const nights = { days: null, rate: null, percentage: null, minimumStay: null };
    const overrides = [
      {
        id: 1,
        ...nights,
        start: day("2027-01-02"),
        end: day("2027-01-05"),
        closedToArrival: true,
        closedToDeparture: null,
      },
      {
        id: 2,
        ...nights,
        start: day("2027-01-04"),
        end: day("2027-01-06"),
        closedToArrival: false,
        closedToDeparture: true,
      },
      {
        id: 3,
        ...nights,
        start: day("2026-12-01"),
        end: day("2027-01-31"),
        days: [4],
        closedToArrival: true,
        closedToDeparture: true,
      },
    ];
    expect(changeOverMap([], withClosings(closedDays([], from, from), overrides)).slice(0, 9)).toBe("COOIIIXCC");
    const saturdays: RatesRule = { id: 1, kind: "departure_only", applies: always, days: [6] };
    expect(changeOverMap([], withClosings(closedDays([saturdays], from, from), overrides)).slice(0, 9)).toBe(
      "IOXIIIXIC",
    );
  });

  test("closes check-in days that leave a gap after a booking", () => {
    const rule = { id: 1, kind: "prevent_gap", applies: always, length: 3, unit: "days", until: null } as const;
    expect(map([booked("2026-12-28", "2027-01-02")], rule).slice(0, 6)).toBe("XIOOCC");
  });
});

describe("free nights around a day", () => {
  const taken = [
    booked("2027-01-10", "2027-01-12"),
    booked("2027-01-03", "2027-01-06"),
    booked("2027-01-05", "2027-01-07"),
  ];

  test.each([
    ["2027-01-01", Number.POSITIVE_INFINITY, 2],
    ["2027-01-03", Number.POSITIVE_INFINITY, 0],
    ["2027-01-04", 0, 0],
    ["2027-01-07", 0, 3],
    ["2027-01-09", 2, 1],
    ["2027-01-10", 3, 0],
    ["2027-01-12", 0, Number.POSITIVE_INFINITY],
    ["2027-01-15", 3, Number.POSITIVE_INFINITY],
  ])("of %s are %d before and %d after, from both implementations", (text, before, after) => {
    expect(freeNightsBefore(taken, day(text))).toBe(before);
    expect(freeNightsFrom(taken, day(text))).toBe(after);
    const free = new FreeNights(taken, day("2027-01-01"), day("2027-01-15"));
    expect([free.before(day(text)), free.from(day(text))]).toEqual([before, after]);
    const later = new FreeNights(taken, day(text), day(text) + 3);
    expect([later.before(day(text)), later.from(day(text))]).toEqual([before, after]);
  });
});
