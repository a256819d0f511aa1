import { expect } from "vitest";
import { quote } from "../../../../src/core/pricing/quote.ts";
import type { RateBook } from "../../../../src/core/pricing/rates/rate-book.ts";
import type { Stay } from "../../../../src/core/pricing/stay/stay.ts";
import { naiveQuote } from "./naive.ts";

/** Expects a quote to have the refusals and prices of the specification's evaluator. @returns the quote */
export function expectAgreement(book: RateBook, stay: Stay, today: number): ReturnType<typeof quote> {
  const quoted = quote(book, stay, today);
  const { refusals, price } = quoted;
  const naive = naiveQuote(book, stay, today);
  expect(refusals.map(({ kind, rule }) => (rule === null ? kind : `${kind} ${rule}`)).sort()).toEqual(naive.refusals);
  expect(
    price && {
      before: price.beforeSpecialOffers,
      rental: price.rentalPrice,
      final: price.finalPrice,
      payNow: price.payNow,
    },
  ).toEqual(naive.price);
  return quoted;
}
