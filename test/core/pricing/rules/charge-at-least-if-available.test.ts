import { describe, expect, test } from "vitest";
import { aBook, always, booked, cost, dates, priceOf, stay } from "../fixture.ts";

const five = { id: 1, kind: "charge_at_least_if_available", applies: always, length: 5, unit: "days" } as const;
const bookedFrom = (arrival: string) => aBook({ rules: [five], taken: [booked(arrival, "2027-03-01")] });

describe("charge_at_least_if_available", () => {
  test.each([
    ["a booking far away", "2027-02-20", 1, 500],
    ["a booking on the day after the fifth night", "2027-02-06", 1, 500],
    ["a booking on the fifth night", "2027-02-05", 1, 400],
    ["a booking two nights on", "2027-02-03", 1, 200],
    ["a booking right after the departure", "2027-02-02", 1, 100],
    ["a longer stay, and a booking on the fifth night", "2027-02-05", 3, 400],
    ["a stay that is long enough", "2027-02-06", 5, 500],
  ])("from 1 February with %s: %s, %d nights cost %d", (_case, booking, nights, price) => {
    expect(cost(bookedFrom(booking), stay("2027-02-01", nights))).toBe(price);
  });

  test("charges all nights without bookings", () => {
    expect(cost(aBook({ rules: [five] }), stay("2027-02-01", 2))).toBe(500);
  });

  test("ignores bookings before the stay", () => {
    expect(cost(aBook({ rules: [five], taken: [booked("2027-01-20", "2027-02-01")] }), stay("2027-02-01", 2))).toBe(
      500,
    );
  });

  test("applies only if in force on the arrival; of several rules the longest applies", () => {
    const inMarch = { ...five, id: 2, length: 9, applies: dates("2027-03-01", "2027-03-31") };
    const book = aBook({ rules: [five, inMarch] });
    expect(cost(book, stay("2027-02-28", 1))).toBe(500);
    expect(cost(book, stay("2027-03-01", 1))).toBe(900);
  });

  test("charges the longer of itself and charge_at_least", () => {
    const three = { id: 2, kind: "charge_at_least", applies: always, length: 3, unit: "days" } as const;
    const near = aBook({ rules: [five, three], taken: [booked("2027-02-03", "2027-02-10")] });
    expect(cost(near, stay("2027-02-01", 1))).toBe(300);
    const far = aBook({ rules: [five, three] });
    expect(priceOf(far, stay("2027-02-01", 1)).lines.map(({ step, nights }) => [step, nights])).toEqual([
      ["nightly_rate", 1],
      ["charge_at_least", 2],
      ["charge_at_least_if_available", 2],
    ]);
  });

  test("counts a month from 1 February of a leap year as 29 nights", () => {
    const month = aBook({ rules: [{ ...five, length: 1, unit: "months" }] });
    expect(cost(month, stay("2028-02-01", 1))).toBe(2900);
  });
});
