import { describe, expect, test } from "vitest";
import { aBook, always, booked, dates, refusals, stay } from "../fixture.ts";

const three = { id: 1, kind: "prevent_gap", applies: always, length: 3, unit: "days", until: null } as const;
const around = [booked("2027-02-03", "2027-02-10"), booked("2027-02-20", "2027-02-25")];

describe("prevent_gap", () => {
  test.each([
    ["right after a booking, right before the next", "2027-02-10", 10, false],
    ["one night before it", "2027-02-11", 4, true],
    ["two nights before it", "2027-02-12", 4, true],
    ["three nights before it", "2027-02-13", 4, false],
    ["three nights on both variants", "2027-02-13", 4, false],
    ["two nights after it", "2027-02-13", 5, true],
    ["one night after it", "2027-02-13", 6, true],
    ["no night after it", "2027-02-13", 7, false],
    ["one before and none after it", "2027-02-11", 9, true],
    ["after the last booking", "2027-02-25", 3, false],
    ["one night after the last booking", "2027-02-26", 3, true],
    ["before the first booking", "2027-01-28", 3, false],
    ["one night before the first booking", "2027-01-28", 5, true],
  ])("requires 3 free nights on each side: %s (from %s, %d nights), refuses: %s", (_case, arrival, nights, refused) => {
    const book = aBook({ rules: [three], taken: around });
    expect(refusals(book, stay(arrival, nights))).toEqual(refused ? [["prevent_gap", 1]] : []);
  });

  test("finds no gap without bookings", () => {
    expect(refusals(aBook({ rules: [three] }), stay("2027-02-11", 1))).toEqual([]);
  });

  test("applies only if in force on the arrival, and then checks both sides", () => {
    const fromThe15th = aBook({ rules: [{ ...three, applies: dates("2027-02-15", "2027-02-28") }], taken: around });
    expect(refusals(fromThe15th, stay("2027-02-14", 5))).toEqual([]);
    expect(refusals(fromThe15th, stay("2027-02-15", 4))).toEqual([["prevent_gap", 1]]);
  });

  test.each([
    ["2027-01-13", 2, false],
    ["2027-01-14", 2, false],
    ["2027-01-15", 2, true],
  ])("counts the tenth day as within 10 days: arrival %s, %d nights, refuses: %s", (arrival, nights, refused) => {
    const rule = { ...three, length: 30, until: { length: 10, unit: "days" } } as const;
    const book = aBook({ rules: [rule], taken: [booked("2027-01-04", "2027-01-10")] });
    expect(refusals(book, stay(arrival, nights))).toHaveLength(refused ? 1 : 0);
  });

  test("counts until in calendar months", () => {
    const rule = { ...three, until: { length: 1, unit: "months" } } as const;
    const book = aBook({
      rules: [rule],
      taken: [booked("2027-02-01", "2027-02-03"), booked("2027-02-01", "2027-02-04")],
    });
    expect(refusals(book, stay("2027-02-04", 1))).toEqual([]);
    expect(refusals(aBook({ rules: [rule], taken: around }), stay("2027-02-11", 1))).toHaveLength(1);
    expect(
      refusals(aBook({ rules: [rule], taken: [booked("2027-01-30", "2027-02-03")] }), stay("2027-02-04", 1)),
    ).toEqual([]);
    expect(
      refusals(aBook({ rules: [rule], taken: [booked("2027-01-30", "2027-02-03")] }), stay("2027-02-05", 1)),
    ).toHaveLength(1);
  });

  test("counts a length in months from the first night of the gap", () => {
    const month = { ...three, length: 1, unit: "months" } as const;
    const bookedUntil = (arrival: string) => aBook({ rules: [month], taken: [booked("2027-01-20", arrival)] });
    expect(refusals(bookedUntil("2027-02-01"), stay("2027-02-28", 2))).toHaveLength(1);
    expect(refusals(bookedUntil("2027-02-01"), stay("2027-03-01", 2))).toEqual([]);
    expect(refusals(bookedUntil("2027-03-01"), stay("2027-03-31", 2))).toHaveLength(1);
  });
});
