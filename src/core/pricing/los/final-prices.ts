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
import { addAmountsAndTax, addShares, addTax, type Percentages, type Shares } from "./passes.ts";

/**
 * Adds something to the final prices of a day. Measured: as one list of steps, each is compiled for itself; written as loops
 * inside each other, the compiler melts them into one large function in which each is half as fast.
 */
type Step = (prices: DayPrices) => void;

/**
 * From rental prices to final prices (pricing.md §6), those of a check-in day at once: with required fees, and with taxes that are
 * in no price yet. What is added changes only on days on which a fee or a tax begins or ends to apply; it is worked out anew on
 * those.
 */
export class FinalPrices {
  readonly #book: RateBook;
  readonly #groups: readonly Occupancies[];
  readonly #fees: readonly RentalFee[];
  readonly #taxes: readonly RentalTax[];
  readonly #changes: readonly number[];
  readonly #feesOfDay: Float64Array;
  #steps: readonly Step[] = [];
  #validUntil = Number.NEGATIVE_INFINITY;

  constructor(book: RateBook, groups: readonly Occupancies[]) {
    this.#book = book;
    this.#groups = groups;
    this.#feesOfDay = new Float64Array(groups.length * longestLength);
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
    this.#steps = this.#stepsOn(day);
  }

  /** Fills in the final prices from the rental prices. */
  fill(prices: DayPrices): void {
    for (const step of this.#steps) step(prices);
  }

  #stepsOn(day: number): readonly Step[] {
    const stays = this.#groups.flatMap(({ least }) =>
      Array.from(
        { length: longestLength },
        (_, place): Stay => ({ arrival: day, departure: day + place + 1, adults: least, children: 0 }),
      ),
    );
    const fees = this.#fees.filter((fee) => inForce(fee.applies, day));
    const amounts = this.#amountsOf(
      fees.filter(({ rateKind }) => !isPercentage(rateKind)),
      stays,
    );
    const [first = noTax(stays), ...others] = this.#taxes
      .filter(({ taxable }) => taxable.kind === "rental")
      .map((tax) => percentagesOf(tax, stays));
    const steps: Step[] = [({ rental, final, most }) => addAmountsAndTax(final, rental, amounts, first, most)];
    for (const tax of others) steps.push(({ rental, final, most }) => addTax(final, rental, tax, most));
    for (const fee of fees.filter(({ rateKind }) => isPercentage(rateKind))) {
      const shares = sharesOf(fee, stays, this.#book.currency);
      const amounts = this.#feesOfDay;
      steps.push(({ rental, final, most }) => addShares(final, rental, shares, amounts, most));
      for (const tax of this.#taxesOn(fee)) {
        const percentages = percentagesOf(tax, stays);
        steps.push(({ final, most }) => addTax(final, amounts, percentages, most * shares.largest));
      }
    }
    return steps;
  }

  /** Fees that do not depend on the rental price, with the taxes on them, added up for each stay; minor units. */
  #amountsOf(fees: readonly RentalFee[], stays: readonly Stay[]): Float64Array {
    const amounts = new Float64Array(stays.length);
    for (const fee of fees) {
      const taxes = this.#taxesOn(fee);
      stays.forEach((stay, place) => {
        const amount = feeUnitPrice(fee, 0, stay.adults, this.#book.currency) * feeQuantity(fee, stay);
        let sum = (amounts[place] ?? 0) + amount;
        for (const tax of taxes) if (isLevied(tax, stay)) sum += taxAmount(tax, amount);
        amounts[place] = sum;
      });
    }
    return amounts;
  }

  #taxesOn(fee: RentalFee): readonly RentalTax[] {
    return this.#taxes.filter(({ taxable }) => taxable.kind === "fee" && taxable.fee === fee.fee);
  }
}

function noTax(stays: readonly Stay[]): Percentages {
  return { byPlace: new Float64Array(stays.length), largest: 0 };
}

function percentagesOf(tax: RentalTax, stays: readonly Stay[]): Percentages {
  const { byPlace } = noTax(stays);
  stays.forEach((stay, place) => {
    if (isLevied(tax, stay)) byPlace[place] = tax.percentage;
  });
  return { byPlace, largest: tax.percentage };
}

function sharesOf(fee: RentalFee, stays: readonly Stay[], currency: string): Shares {
  const byPlace = stays.map((stay) => priceShareOf(fee, stay.adults, currency));
  const quantities = Float64Array.from(stays, (stay) => feeQuantity(fee, stay));
  return {
    byPlace,
    caps: Float64Array.from(byPlace, ({ most }) => most),
    quantities,
    rate: byPlace.every(({ denominator }) => denominator === wholeFactor) ? fee.rate : undefined,
    largest: Math.max(...quantities) * Math.max(1, fee.rate / wholeFactor),
  };
}
