import { minorUnit } from "../../rounding.ts";
import { periodsOf } from "../applicability.ts";
import { wholeFactor } from "../arithmetic.ts";
import type { AmountExchange } from "../exchanged-price.ts";
import type { RateBook } from "../rates/rate-book.ts";
import type { DayPrices } from "./day-prices.ts";
import { exchangingStep } from "./exchanging-step.ts";
import { type Charged, type LineExchange, type LinesOfDay, linesOfDay } from "./lines-of-day.ts";
import type { Occupancies } from "./occupancies.ts";
import { addAmountsAndTax, addCommonLines, addShares, addTax, CommonLines } from "./passes.ts";

/** Adds to the final prices of a day. Separate functions: nested loops in one function measured slower. */
type Step = (prices: DayPrices) => void;

/**
 * Computes final prices (pricing.md §6) from rental prices, for a check-in day: adds required fees, and taxes that no price includes. The
 * additions only change where a fee or a tax starts or ends.
 */
export class FinalPrices {
  readonly #charged: Charged;
  readonly #groups: readonly Occupancies[];
  readonly #stepsOf: (lines: LinesOfDay) => readonly Step[];
  readonly #line: LineExchange;
  readonly #changes: readonly number[];
  #steps: readonly Step[] = [];
  #bound = { fixed: 0, factor: 1 };
  #validUntil = Number.NEGATIVE_INFINITY;

  /** @param exchange converts lines into another currency; then all prices of a day are converted */
  constructor(book: RateBook, groups: readonly Occupancies[], exchange?: AmountExchange) {
    const unit = minorUnit(book.currency);
    const ofMinorUnits = exchange && ((amount: number): number => exchange.exchanged(amount * unit));
    this.#groups = groups;
    this.#line = { into: exchange?.into, of: ofMinorUnits ?? ((amount) => amount) };
    this.#stepsOf = ofMinorUnits ? (lines) => [exchangingStep(lines, ofMinorUnits)] : addingSteps;
    const fees = book.fees.filter((fee) => fee.required);
    const taxes = book.taxes.filter((tax) => !tax.included);
    this.#charged = { fees, taxes, currency: book.currency };
    this.#changes = [
      ...fees.flatMap((fee) => periodsOf(fee.applies).flatMap(({ start, end }) => [start, end + 1])),
      ...taxes.flatMap(({ start, end }) => [start, (end ?? start) + 1]),
    ];
  }

  /** Moves to a day. Days must ascend. */
  moveTo(day: number): void {
    if (day >= this.#validUntil) this.#recompute(day);
  }

  #recompute(day: number): void {
    this.#validUntil = Math.min(Number.POSITIVE_INFINITY, ...this.#changes.filter((change) => change > day));
    const lines = linesOfDay(this.#charged, this.#groups, day, this.#line);
    this.#steps = this.#stepsOf(lines);
    this.#bound = boundOf(lines);
  }

  /** Computes the final prices from the rental prices. */
  fill(prices: DayPrices): void {
    // An indexed loop: with for-of, an inlined inner loop reloads its arrays for each price (docs/design/maps-and-lengths.md).
    for (let index = 0; index < this.#steps.length; index++) this.#steps[index]?.(prices);
  }

  /** An upper bound of the day's final prices. @param rental an upper bound of its rental prices */
  maxFor(rental: number): number {
    return this.#bound.fixed + rental * this.#bound.factor;
  }
}

/** One step per line, except that the most common lines share one step. */
function addingSteps({ amounts, taxes, shares }: LinesOfDay): readonly Step[] {
  const [tax, ...otherTaxes] = taxes;
  const common = shares.find(isCommon);
  const steps: Step[] = [];
  if (common) {
    const lines = new CommonLines(amounts, tax, common.shares);
    steps.push((prices) => addCommonLines(prices, lines));
  } else {
    steps.push(({ rental, final, max }) => addAmountsAndTax(final, rental, amounts, tax, max));
  }
  for (const other of otherTaxes) steps.push(({ rental, final, max }) => addTax(final, rental, other, max));
  for (const fee of shares) {
    if (fee === common) continue;
    const feesOfDay = new Float64Array(amounts.length);
    steps.push(({ rental, final, max }) => addShares(final, rental, fee.shares, feesOfDay, max));
    for (const onFee of fee.taxes) {
      steps.push(({ final, max }) => addTax(final, feesOfDay, onFee, max * fee.shares.largest));
    }
  }
  return steps;
}

function isCommon({ shares, taxes }: LinesOfDay["shares"][number]): boolean {
  return taxes.length === 0 && shares.quantities.every((quantity) => quantity === 1);
}

/** An upper bound of final prices, including rounding: a fixed amount, and a multiple of the rental price. */
function boundOf({ amounts, taxes, shares }: LinesOfDay): { readonly fixed: number; readonly factor: number } {
  let fixed = taxes.length;
  for (const amount of amounts) fixed = Math.max(fixed, amount + taxes.length);
  let factor = 1;
  for (const { largest } of taxes) factor += largest / wholeFactor;
  for (const fee of shares) {
    let times = 1;
    for (const { largest } of fee.taxes) times += largest / wholeFactor;
    // Every unit of a share rounds, and there are at most `largest` units.
    factor += fee.shares.largest * times;
    fixed += fee.shares.largest * times + fee.taxes.length;
  }
  return { fixed, factor };
}
