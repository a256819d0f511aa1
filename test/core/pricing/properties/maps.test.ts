import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nightlyRate } from "../../../../src/core/pricing/rates/nightly-rates.ts";
import {
  generatedNightlyMap,
  mapNights,
  sliceProblems,
  withNightlySlice,
} from "../../../../src/core/pricing/rates/rate-maps.ts";
import { today } from "../fixture.ts";
import { cases, runs, seed } from "./random-books.ts";

const numRuns = Math.ceil(runs / 10);
const night = fc.tuple(fc.integer({ min: 0, max: 50_000 }), fc.integer({ min: 1, max: 9 }));
const slices = fc
  .tuple(fc.integer({ min: -1, max: mapNights - 2 }), fc.array(night, { minLength: 2, maxLength: 60 }))
  .map(([inDays, nights]) => ({
    start: today + inDays,
    rates: nights.map(([rate]) => rate),
    minimumStays: nights.map(([, stay]) => stay),
  }))
  .filter((slice) => sliceProblems(slice, today).length === 0);

describe(`maps (seed ${seed})`, () => {
  test("are the same after a split update", () => {
    const property = fc.property(fc.option(slices), slices, fc.nat(), (written, slice, where) => {
      const map = written && withNightlySlice(null, written, today);
      const cut = 1 + (where % (slice.rates.length - 1));
      const first = {
        start: slice.start,
        rates: slice.rates.slice(0, cut),
        minimumStays: slice.minimumStays.slice(0, cut),
      };
      const second = {
        start: slice.start + cut,
        rates: slice.rates.slice(cut),
        minimumStays: slice.minimumStays.slice(cut),
      };
      const whole = withNightlySlice(map, slice, today);
      expect(withNightlySlice(withNightlySlice(map, first, today), second, today)).toEqual(whole);
      expect(withNightlySlice(withNightlySlice(map, second, today), first, today)).toEqual(whole);
      expect(withNightlySlice(whole, slice, today)).toEqual(whole);
    });
    fc.assert(property, { numRuns, seed });
  });

  test("contain the nightly rates, rounded to the minor unit, when generated", () => {
    const property = fc.property(cases, ({ book: any, today: on }) => {
      const book = { ...any, nightlyMap: null };
      const { start, rates } = generatedNightlyMap(book, on);
      const unit = book.currency === "JPY" ? 100 : 1;
      for (let index = 0; index < mapNights; index += 7) {
        expect(rates[index]).toBe(Math.round(nightlyRate(book, start + index) / 100) * unit);
      }
    });
    fc.assert(property, { numRuns: Math.ceil(runs / 40), seed });
  });
});
