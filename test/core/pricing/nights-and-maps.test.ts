import { describe, expect, test } from "vitest";
import {
  generatedNightlyMap,
  mapNights,
  midTermMapFrom,
  nightlyMapFrom,
  sliceProblems,
  withMidTermSlice,
  withNightlySlice,
} from "../../../src/core/pricing/rates/rate-maps.ts";
import { aBook, cost, day, priceOf, refusals, stay, today } from "./fixture.ts";

const summer = {
  id: 1,
  ratio: 15_000,
  minimumStay: 3,
  periods: [{ start: day("2027-07-01"), end: day("2027-08-31") }],
};

describe("nightly rates (pricing.md §1)", () => {
  test("use the season of the night, both ends included, otherwise the base rate and minimum stay 1", () => {
    const book = aBook({ seasons: [summer] });
    expect(cost(book, stay("2027-06-29", 4))).toBe(100 + 100 + 150 + 150);
    expect(cost(book, stay("2027-08-31", 3))).toBe(150 + 100 + 100);
    expect(refusals(book, stay("2027-06-30", 1))).toEqual([]);
    expect(refusals(book, stay("2027-07-01", 2))).toEqual([["minimum_stay", null]]);
    expect(refusals(book, stay("2027-08-31", 3))).toEqual([]);
  });

  test("split a weekly base rate into sevenths, and a week costs the whole", () => {
    const book = aBook({ baseRate: 1_000_00, baseRateKind: "weekly" });
    expect(priceOf(book, stay("2027-02-01", 1)).beforeSpecialOffers).toBe(142_86);
    expect(priceOf(book, stay("2027-02-01", 2)).beforeSpecialOffers).toBe(285_71);
    expect(priceOf(book, stay("2027-02-01", 7)).beforeSpecialOffers).toBe(1_000_00);
  });

  test("round a ratio of a weekly rate to hundredths of the cent, step by step", () => {
    // 1000.00 / 7 = 142.857143 → 142.8571; × 133.33% = 190.47137… → 190.4714
    const book = aBook({
      baseRate: 1_000_00,
      baseRateKind: "weekly",
      seasons: [{ ...summer, ratio: 13_333, minimumStay: 1 }],
    });
    expect(priceOf(book, stay("2027-07-01", 1)).lines[0]).toMatchObject({ change: 1_904_714 });
  });

  test("have absolute_min_price as a floor, a seventh of it for weekly rates", () => {
    expect(cost(aBook({ absoluteMinPrice: 120_00 }), stay("2027-02-01", 2))).toBe(240);
    expect(cost(aBook({ absoluteMinPrice: 80_00 }), stay("2027-02-01", 2))).toBe(200);
    const weekly = aBook({ baseRate: 700_00, baseRateKind: "weekly", absoluteMinPrice: 770_00 });
    expect(cost(weekly, stay("2027-02-01", 2))).toBe(220);
  });

  test("never have a minimum stay below absolute_min_stay", () => {
    const book = aBook({ seasons: [summer], absoluteMinStay: 2 });
    expect(refusals(book, stay("2027-02-01", 1))).toEqual([["minimum_stay", null]]);
    expect(refusals(book, stay("2027-07-01", 2))).toEqual([["minimum_stay", null]]);
    expect(refusals(book, stay("2027-07-01", 3))).toEqual([]);
  });

  test("come from the written map alone when managed externally; 0 and missing nights have no rate", () => {
    const nightlyMap = { start: day("2027-02-01"), rates: [80_00, 90_50, 0, 70_00], minimumStays: [2, 1, 1, 1] };
    const book = aBook({ nightlyMap, seasons: [summer] });
    expect(cost(book, stay("2027-02-01", 2))).toBe(170.5);
    expect(refusals(book, stay("2027-02-01", 1))).toEqual([["minimum_stay", null]]);
    expect(refusals(book, stay("2027-02-02", 2))).toEqual([["no_rate", null]]);
    expect(refusals(book, stay("2027-02-04", 2))).toEqual([["no_rate", null]]);
    expect(refusals(book, stay("2027-01-31", 2))).toEqual([["no_rate", null]]);
    expect(cost(book, stay("2027-02-04", 1))).toBe(70);
  });

  test("do not exist without a base rate", () => {
    expect(refusals(aBook({ baseRate: null, absoluteMinPrice: 50_00 }), stay("2027-02-01", 2))).toEqual([
      ["no_rate", null],
    ]);
  });
});

describe("nightly and mid-term maps", () => {
  test("start yesterday and have 1096 nights without external management", () => {
    const book = aBook({ baseRate: 1_000_00, baseRateKind: "weekly", seasons: [summer], absoluteMinStay: 2 });
    const map = generatedNightlyMap(book, today);
    expect(map.start).toBe(day("2027-01-03"));
    expect(map.rates).toHaveLength(mapNights);
    expect(map.minimumStays).toHaveLength(mapNights);
    expect(map.rates[0]).toBe(142_86);
    expect(map.rates[day("2027-07-01") - map.start]).toBe(214_29);
    expect(map.minimumStays[0]).toBe(1);
    expect(map.minimumStays[day("2027-08-31") - map.start]).toBe(3);
    expect(map.minimumStays[day("2027-09-01") - map.start]).toBe(1);
  });

  test("replace the nights of a slice, keep the rest, and drop past nights", () => {
    const first = withNightlySlice(null, { start: today - 1, rates: [1, 2, 3], minimumStays: [4, 5, 6] }, today);
    expect(Array.from(first.rates).slice(0, 4)).toEqual([1, 2, 3, 0]);
    expect(Array.from(first.minimumStays).slice(0, 4)).toEqual([4, 5, 6, 1]);
    const second = withNightlySlice(first, { start: today + 2, rates: [9], minimumStays: [8] }, today + 1);
    expect(second.start).toBe(today);
    expect(Array.from(second.rates).slice(0, 4)).toEqual([2, 3, 9, 0]);
    expect(Array.from(second.minimumStays).slice(0, 4)).toEqual([5, 6, 8, 1]);
    expect(second.rates).toHaveLength(mapNights);
    expect(Array.from(nightlyMapFrom(first, today + 2).rates).slice(0, 2)).toEqual([3, 0]);
    expect(Array.from(midTermMapFrom(null, today).rates)).toEqual(new Array(mapNights).fill(0));
    expect(Array.from(withMidTermSlice(null, { start: today, rates: [7] }, today).rates).slice(0, 3)).toEqual([
      0, 7, 0,
    ]);
  });

  const slice = (start: number, length: number, stays = length) => ({
    start,
    rates: new Array<number>(length).fill(1),
    minimumStays: new Array<number>(stays).fill(1),
  });

  test.each([
    ["from yesterday", slice(today - 1, 1096), []],
    ["from the day before yesterday", slice(today - 2, 3), ["starts_too_early"]],
    ["the last possible night", slice(today + 1094, 1), []],
    ["past the last night", slice(today + 1094, 2), ["too_long"]],
    ["after the last night", slice(today + 1095, 1), ["starts_too_late"]],
    ["from yesterday, one night too many", slice(today - 1, 1097), ["too_long"]],
    ["from today to the end", slice(today, 1095), []],
    ["a full map from today", slice(today, 1096), []],
    ["a full map from the last night", slice(today + 1094, 1096), []],
    ["from tomorrow, one night less than a full map", slice(today + 1, 1095), ["too_long"]],
    ["a full map from the day before yesterday", slice(today - 2, 1096), ["starts_too_early"]],
    ["without a night", slice(today, 0), ["empty"]],
    ["more rates than minimum stays", slice(today, 3, 2), ["lengths_differ"]],
  ])("checks a slice: %s", (_case, pushed, problems) => {
    expect(sliceProblems(pushed, today)).toEqual(problems);
  });
});
