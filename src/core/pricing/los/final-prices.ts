import { inForce, periodsOf } from "../applicability.ts";
import { wholeFactor } from "../arithmetic.ts";
import { longestLength } from "../check-ins.ts";
import { isPercentage } from "../fee-rate-kinds.ts";
import { feeQuantity, feeUnitPrice, priceShareOf } from "../fees.ts";
import type { RateBook, RentalFee, RentalTax } from "../rate-book.ts";
import type { Stay } from "../stay.ts";
import { isLevied, taxAmount } from "../taxes.ts";
import type { DayPrices } from "./day-prices.ts";
import type { Occupancies } from "./occupancies.ts";
import { exchangingStep } from "./exchanging-step.ts";
import type { LinesOfDay, Step } from "./lines-of-day.ts";
import { addAmountsAndTax, addShares, addTax, addUsualLines, type Percentages, type Shares } from "./passes.ts";

/**
 * From rental prices to final prices (pricing.md §6), those of a check-in day at once: with required fees, and with taxes that are
 * in no price yet. What is added changes only on days on which a fee or a tax begins or ends to apply; it is worked out anew on
 * those.
 */
export class FinalPrices {
  readonly #book: RateBook;
  readonly #groups: readonly Occupancies[];
  readonly #stepsOf: (lines: LinesOfDay) => readonly Step[];
  readonly #line: (amount: number) => number;
  readonly #fees: readonly RentalFee[];
  readonly #taxes: readonly RentalTax[];
  readonly #changes: readonly number[];
  #steps: readonly Step[] = [];
  #most = { fixed: 0, factor: 1 };
  #validUntil = Number.NEGATIVE_INFINITY;

  /** @param exchanged a line's amount (minor units) in another currency; then all prices of a day are exchanged with the final ones */
  constructor(book: RateBook, groups: readonly Occupancies[], exchanged?: (amount: number) => number) {
    this.#book = book;
    this.#groups = groups;
    this.#line = exchanged ?? ((amount) => amount);
    this.#stepsOf = exchanged ? (lines) => [exchangingStep(lines, exchanged)] : addingSteps;
    this.#fees = book.fees.filter((fee) => fee.required);
    this.#taxes = book.taxes.filter((tax) => !tax.included);
    this.#changes = [
      ...this.#fees.flatMap((fee) => periodsOf(fee.applies).flatMap(({ start, end }) => [start, end + 1])),
      ...this.#taxes.flatMap(({ start, end }) => [start, (end ?? start) + 1]),
    ];
  }

  /** Days are to be looked at in order. */
  lookAt(day: number): void {
    if (day < this.#validUntil) return;
    this.#validUntil = Math.min(Number.POSITIVE_INFINITY, ...this.#changes.filter((change) => change > day));
    const lines = this.#linesOn(day);
    this.#steps = this.#stepsOf(lines);
    this.#most = mostOf(lines);
  }

  /** Fills in the final prices from the rental prices. */
  fill(prices: DayPrices): void {
    for (const step of this.#steps) step(prices);
  }

  /** No final price of the day is above this, where no rental price is above `rental`. */
  mostFor(rental: number): number {
    return this.#most.fixed + rental * this.#most.factor;
  }

  #linesOn(day: number): LinesOfDay {
    const stays = this.#groups.flatMap(({ least }) =>
      Array.from(
        { length: longestLength },
        (_, index): Stay => ({ arrival: day, departure: day + index + 1, adults: least, children: 0 }),
      ),
    );
    const fees = this.#fees.filter((fee) => inForce(fee.applies, day));
    const fixed = fees.filter(({ rateKind }) => !isPercentage(rateKind));
    const [first = noTax(stays), ...others] = this.#taxes
      .filter(({ taxable }) => taxable.kind === "rental")
      .map((tax) => percentagesOf(tax, stays));
    return {
      amounts: this.#amountsOf(fixed, stays),
      taxes: [first, ...others],
      shares: fees
        .filter(({ rateKind }) => isPercentage(rateKind))
        .map((fee) => ({
          shares: sharesOf(fee, stays, this.#book.currency),
          taxes: this.#taxesOn(fee).map((tax) => percentagesOf(tax, stays)),
        })),
    };
  }

  /** Fees that do not depend on the rental price, with the taxes on them, added up for each stay. */
  #amountsOf(fees: readonly RentalFee[], stays: readonly Stay[]): Float64Array {
    const amounts = new Float64Array(stays.length);
    for (const fee of fees) {
      const taxes = this.#taxesOn(fee);
      stays.forEach((stay, index) => {
        const amount = feeUnitPrice(fee, 0, stay.adults, this.#book.currency) * feeQuantity(fee, stay);
        let sum = (amounts[index] ?? 0) + this.#line(amount);
        for (const tax of taxes) if (isLevied(tax, stay)) sum += this.#line(taxAmount(tax, amount));
        amounts[index] = sum;
      });
    }
    return amounts;
  }

  #taxesOn(fee: RentalFee): readonly RentalTax[] {
    return this.#taxes.filter(({ taxable }) => taxable.kind === "fee" && taxable.fee === fee.fee);
  }
}

/** Each line is added to all prices of a day at once, and what is usual in one step. */
function addingSteps({ amounts, taxes, shares }: LinesOfDay): readonly Step[] {
  const [tax, ...otherTaxes] = taxes;
  const usual = shares.find(isUsual);
  const steps: Step[] = [];
  if (usual) {
    const lines = { amounts, tax, shares: usual.shares, fees: new Float64Array(amounts.length) };
    steps.push(({ rental, final, most }) => addUsualLines(final, rental, lines, most));
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

function noTax(stays: readonly Stay[]): Percentages {
  return { byPlace: new Float64Array(stays.length), largest: 0 };
}

function percentagesOf(tax: RentalTax, stays: readonly Stay[]): Percentages {
  const { byPlace } = noTax(stays);
  stays.forEach((stay, index) => {
    if (isLevied(tax, stay)) byPlace[index] = tax.percentage;
  });
  return { byPlace, largest: tax.percentage };
}

function sharesOf(fee: RentalFee, stays: readonly Stay[], currency: string): Shares {
  const byPlace = stays.map((stay) => priceShareOf(fee, stay.adults, currency));
  const quantities = Float64Array.from(stays, (stay) => feeQuantity(fee, stay));
  return {
    byPlace,
    cap: byPlace[0]?.most ?? 0,
    quantities,
    rate: byPlace.every(({ denominator }) => denominator === wholeFactor) ? fee.rate : undefined,
    largest: Math.max(...quantities) * Math.max(1, fee.rate / wholeFactor),
  };
}
