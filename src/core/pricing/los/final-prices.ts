import { periodsOf } from "../applicability.ts";
import { wholeFactor } from "../arithmetic.ts";
import type { RateBook } from "../rates/rate-book.ts";
import type { DayPrices } from "./day-prices.ts";
import { exchangingStep } from "./exchanging-step.ts";
import { type Charged, type LinesOfDay, linesOfDay } from "./lines-of-day.ts";
import type { Occupancies } from "./occupancies.ts";
import { addAmountsAndTax, addShares, addTax, addUsualLines, UsualLines } from "./passes.ts";

/** Adds something to the final prices of a day. Each is a function in a list: measured, loops inside each other in one function were slower. */
type Step = (prices: DayPrices) => void;

/**
 * From rental prices to final prices (pricing.md §6), those of a check-in day at once: with required fees, and with taxes that are
 * in no price yet. What is added changes only on days on which a fee or a tax begins or ends to apply; it is worked out anew on
 * those.
 */
export class FinalPrices {
  readonly #charged: Charged;
  readonly #groups: readonly Occupancies[];
  readonly #stepsOf: (lines: LinesOfDay) => readonly Step[];
  readonly #line: (amount: number) => number;
  readonly #changes: readonly number[];
  #steps: readonly Step[] = [];
  #most = { fixed: 0, factor: 1 };
  #validUntil = Number.NEGATIVE_INFINITY;

  /** @param exchanged a line's amount (minor units) in another currency; then all prices of a day are exchanged with the final ones */
  constructor(book: RateBook, groups: readonly Occupancies[], exchanged?: (amount: number) => number) {
    this.#groups = groups;
    this.#line = exchanged ?? ((amount) => amount);
    this.#stepsOf = exchanged ? (lines) => [exchangingStep(lines, exchanged)] : addingSteps;
    const fees = book.fees.filter((fee) => fee.required);
    const taxes = book.taxes.filter((tax) => !tax.included);
    this.#charged = { fees, taxes, currency: book.currency };
    this.#changes = [
      ...fees.flatMap((fee) => periodsOf(fee.applies).flatMap(({ start, end }) => [start, end + 1])),
      ...taxes.flatMap(({ start, end }) => [start, (end ?? start) + 1]),
    ];
  }

  /** Days are to be looked at in order. */
  lookAt(day: number): void {
    if (day >= this.#validUntil) this.#workOut(day);
  }

  #workOut(day: number): void {
    this.#validUntil = Math.min(Number.POSITIVE_INFINITY, ...this.#changes.filter((change) => change > day));
    const lines = linesOfDay(this.#charged, this.#groups, day, this.#line);
    this.#steps = this.#stepsOf(lines);
    this.#most = mostOf(lines);
  }

  /** Fills in the final prices from the rental prices. */
  fill(prices: DayPrices): void {
    // No for-of: a loop that is inlined into one looks at its arrays anew for each price (docs/design/maps-and-lengths.md).
    for (let index = 0; index < this.#steps.length; index++) this.#steps[index]?.(prices);
  }

  /** No final price of the day is above this, where no rental price is above `rental`. */
  mostFor(rental: number): number {
    return this.#most.fixed + rental * this.#most.factor;
  }
}

/** Each line is added to all prices of a day at once, and what is usual in one step. */
function addingSteps({ amounts, taxes, shares }: LinesOfDay): readonly Step[] {
  const [tax, ...otherTaxes] = taxes;
  const usual = shares.find(isUsual);
  const steps: Step[] = [];
  if (usual) {
    const lines = new UsualLines(amounts, tax, usual.shares);
    steps.push((prices) => addUsualLines(prices, lines));
  } else {
    steps.push(({ rental, final, most }) => addAmountsAndTax(final, rental, amounts, tax, most));
  }
  for (const other of otherTaxes) steps.push(({ rental, final, most }) => addTax(final, rental, other, most));
  for (const fee of shares) {
    if (fee === usual) continue;
    const feesOfDay = new Float64Array(amounts.length);
    steps.push(({ rental, final, most }) => addShares(final, rental, fee.shares, feesOfDay, most));
    for (const onFee of fee.taxes) {
      steps.push(({ final, most }) => addTax(final, feesOfDay, onFee, most * fee.shares.largest));
    }
  }
  return steps;
}

function isUsual({ shares, taxes }: LinesOfDay["shares"][number]): boolean {
  return taxes.length === 0 && shares.quantities.every((quantity) => quantity === 1);
}

/** What final prices are bounded by, with whatever is rounded up: an amount, and a multiple of the rental price. */
function mostOf({ amounts, taxes, shares }: LinesOfDay): { readonly fixed: number; readonly factor: number } {
  let fixed = taxes.length;
  for (const amount of amounts) fixed = Math.max(fixed, amount + taxes.length);
  let factor = 1;
  for (const { largest } of taxes) factor += largest / wholeFactor;
  for (const fee of shares) {
    let times = 1;
    for (const { largest } of fee.taxes) times += largest / wholeFactor;
    // Each unit of a share is rounded, and there are no more of them than `largest`.
    factor += fee.shares.largest * times;
    fixed += fee.shares.largest * times + fee.taxes.length;
  }
  return { fixed, factor };
}
