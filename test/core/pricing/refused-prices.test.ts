import { describe, expect, test } from "vitest";
import { type LosKind, losKinds } from "../../../src/core/pricing/los/records.ts";
import { losDays } from "../../../src/core/pricing/los.ts";
import { quote } from "../../../src/core/pricing/quote.ts";
import type { RateBook } from "../../../src/core/pricing/rates/rate-book.ts";
import { aBook, aFee, aTax, priceOf, refusals, stay, today } from "./fixture.ts";

describe("quotes and length-of-stay records agree on stays without a price", () => {
  test("a final price above the storable maximum is refused", () => {
    const largest = aBook({ baseRate: 999_999_999_999 - 50_00 });
    const one = stay("2027-02-01", 1, { adults: 1 });
    const final = (book: RateBook) => [...losDays(book, today, { kinds: ["final_price"], days: 40 })];
    const rates = (book: RateBook, kind: LosKind) => {
      for (const records of losDays(book, today, { kinds: [kind], firstDay: one.arrival, days: 1 }))
        return records.map((record) => record.rates[0]);
      return [];
    };
    const exactly = { ...largest, fees: [aFee({ rate: 50_00 })] };
    expect(final(exactly)).toHaveLength(40);
    expect(priceOf(exactly, one).finalPrice).toBe(999_999_999_999);
    expect(rates(exactly, "final_price")).toEqual([999_999_999_999]);
    for (const book of [
      { ...largest, fees: [aFee({ rate: 50_01 })] },
      { ...largest, fees: [aFee({ rateKind: "percentage", rate: 100 })] },
      { ...largest, taxes: [aTax()] },
      { ...largest, priceIncrease: { standard: 1_000, overrides: [] } },
      aBook({ currency: "JPY", baseRate: 999_999_999_999 }),
    ]) {
      expect(refusals(book, one)).toEqual([["largest_amount", null]]);
      expect(quote(book, one, today).price).toBeUndefined();
      for (const kind of losKinds) expect(rates(book, kind), kind).toEqual([0]);
    }
  });

  test("an arrival in the past at the rental's location is refused, but has a price", () => {
    const tomorrow = today + 1;
    const arriving = (inDays: number) => ({
      arrival: today + inDays,
      departure: today + inDays + 2,
      adults: 1,
      children: 0,
    });
    const answer = quote(aBook(), arriving(0), today, tomorrow);
    expect(answer.refusals).toEqual([{ kind: "arrival_in_the_past", rule: null }]);
    expect(answer.price?.rentalPrice).toBe(200_00);
    expect(quote(aBook(), arriving(1), today, tomorrow).refusals).toEqual([]);
    const open: boolean[] = [];
    for (const [record] of losDays(aBook(), today, { days: 3, earliest: tomorrow })) open.push(record?.rates[0] !== 0);
    expect(open).toEqual([false, true, true]);
  });

  test("a required fee that cannot be exchanged refuses every stay, and none has a price", () => {
    const book = aBook({ withoutExchange: { from: "GBP", to: "EUR" } });
    expect(quote(book, stay("2027-02-01", 2), today)).toEqual({
      refusals: [{ kind: "no_exchange_rate", rule: null, from: "GBP", to: "EUR" }],
      price: undefined,
    });
    for (const records of losDays(book, today, { days: 3 }))
      for (const { rates } of records) expect(rates.every((rate) => rate === 0)).toBe(true);
  });
});
