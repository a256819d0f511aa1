import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { losDays } from "../../../../src/core/pricing/los.ts";
import { quote } from "../../../../src/core/pricing/quote.ts";
import type { RateBook } from "../../../../src/core/pricing/rates/rate-book.ts";
import type { RatesRule } from "../../../../src/core/pricing/rules/rates-rule.ts";
import type { Stay } from "../../../../src/core/pricing/stay/stay.ts";
import { expectAgreement } from "./agreement.ts";
import { type Case, cases, requestedStays, rulesAround, runs, seed, stayOf } from "./random-books.ts";

/** A rental with rules of any kind and several for additional persons, including reductions. */
const fullCases: fc.Arbitrary<Case> = cases.chain(({ book, today }) => {
  const additional = fc.array(
    fc.record({
      occupationGreaterThan: fc.integer({ min: 0, max: 4 }),
      fixedAmount: fc.integer({ min: -20_000, max: 20_000 }),
    }),
    { minLength: 2, maxLength: 5 },
  );
  const others = fc.array(rulesAround(today), { maxLength: 12 });
  return fc.tuple(additional, others).map(([amounts, more]) => {
    const persons = amounts.map(
      (given): RatesRule => ({
        id: 0,
        kind: "additional_person_fixed_per_night",
        applies: { when: "always" },
        ...given,
      }),
    );
    const rules = [...more, ...persons].map((rule, index) => ({ ...rule, id: index + 1 }));
    return { today, book: { ...book, rules } };
  });
});

/** A case, and its rules in a different order. */
const shuffled = fullCases.chain(({ book, today }) =>
  fc
    .shuffledSubarray([...book.rules], { minLength: book.rules.length, maxLength: book.rules.length })
    .map((rules) => ({ today, book, other: { ...book, rules } })),
);

/** A quote with refusals and lines in a fixed order. */
function sortedQuote(book: RateBook, stay: Stay, today: number) {
  const { refusals, price } = quote(book, stay, today);
  const { lines: _lines, ...figures } = price ?? { lines: [] };
  return { figures, refusals: new Set(refusals.map(({ kind, rule }) => `${kind} ${rule}`)) };
}

function recordsOf(book: RateBook, today: number): unknown[] {
  const all: unknown[] = [];
  for (const records of losDays(book, today, { days: 20 }))
    for (const record of records) all.push({ ...record, rates: Array.from(record.rates) });
  return all;
}

describe(`the order of rules (seed ${seed})`, () => {
  test("never changes a quote", () => {
    const property = fc.property(shuffled, requestedStays, ({ book, other, today }, given) => {
      const stay = stayOf(today, given);
      expect(sortedQuote(other, stay, today)).toEqual(sortedQuote(book, stay, today));
    });
    fc.assert(property, { numRuns: runs, seed });
  });

  test("never changes a length-of-stay record", () => {
    const property = fc.property(shuffled, ({ book, other, today }) => {
      expect(recordsOf(other, today)).toEqual(recordsOf(book, today));
    });
    fc.assert(property, { numRuns: Math.ceil(runs / 20), seed });
  });

  test("the order of creation never changes the price of additional persons", () => {
    const property = fc.property(shuffled, requestedStays, ({ book, other, today }, given) => {
      const persons = ({ rules }: RateBook) =>
        rules
          .filter(({ kind }) => kind === "additional_person_fixed_per_night")
          .map((rule, index) => ({ ...rule, id: index + 1 }));
      const stay = stayOf(today, given);
      const [one, another] = [book, other].map((of) => sortedQuote({ ...of, rules: persons(of) }, stay, today).figures);
      expect(another).toEqual(one);
    });
    fc.assert(property, { numRuns: Math.ceil(runs / 4), seed });
  });

  test("leaves quotes equal to the specification's evaluator, with reductions for additional persons", () => {
    let floored = 0;
    const property = fc.property(
      shuffled,
      fc.array(requestedStays, { minLength: 2, maxLength: 4 }),
      ({ other, today }, all) => {
        for (const given of all) {
          const stay = stayOf(today, given);
          const { price } = expectAgreement(other, stay, today);
          if (price?.lines.some(({ step, change }) => step === "additional_person_fixed_per_night" && change < 0))
            floored++;
        }
      },
    );
    fc.assert(property, { numRuns: runs, seed });
    expect(floored).toBeGreaterThan(runs / 10);
  });
});
