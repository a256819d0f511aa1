import { inForce, periodsOf } from "../applicability.ts";
import { wholeFactor } from "../arithmetic.ts";
import { longestLength } from "../check-ins.ts";
import { isPercentage } from "../fee-rate-kinds.ts";
import { feeQuantity, feeUnitPrice, type PriceShare, priceShareOf } from "../fees.ts";
import type { RateBook, RentalFee, RentalTax } from "../rate-book.ts";
import type { Stay } from "../stay.ts";
import { isLevied, taxAmount } from "../taxes.ts";
import type { DayPrices } from "./day-prices.ts";
import type { Occupancies } from "./occupancies.ts";
import { addAll, addShares, addTax, type Percentages } from "./passes.ts";

/** What is added to the rental prices of one group of occupancies, for the lengths 1 … 30; minor units. */
interface Additions {
  /** Fees that do not depend on the rental price, with the taxes on them. */
  readonly fixed: Float64Array;
  /** The taxes on the rental price. */
  readonly taxes: readonly Percentages[];
  /** Fees that are shares of the rental price, each with the taxes on it. */
  readonly shares: readonly {
    readonly share: PriceShare;
    readonly quantity: number;
    readonly taxes: readonly Percentages[];
  }[];
}

/**
 * From rental prices to final prices (pricing.md §6), a check-in day's 30 at once: with required fees, and with taxes that are
 * in no price yet. What is added changes only on days on which a fee or a tax begins or ends to apply; it is worked out anew on
 * those.
 */
export class FinalPrices {
  readonly #book: RateBook;
  readonly #groups: readonly Occupancies[];
  readonly #fees: readonly RentalFee[];
  readonly #taxes: readonly RentalTax[];
  readonly #changes: readonly number[];
  readonly #feesOfGroup = new Float64Array(longestLength);
  #additions: readonly Additions[] = [];
  #validUntil = Number.NEGATIVE_INFINITY;

  constructor(book: RateBook, groups: readonly Occupancies[]) {
    this.#book = book;
    this.#groups = groups;
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
    this.#additions = this.#groups.map(({ least }) => this.#additionsOn(day, least));
  }

  /** Fills in the final prices of a group of occupancies from its rental prices. */
  fill({ group, rental, final, most }: DayPrices): void {
    const additions = this.#additions[group];
    if (!additions) return;
    const { fixed, taxes, shares } = additions;
    addAll(rental, fixed, final);
    for (const tax of taxes) addTax(final, rental, tax, most);
    for (const { share, quantity, taxes: onFee } of shares) {
      const fees = this.#feesOfGroup;
      addShares(final, rental, share, quantity, fees, most);
      for (const tax of onFee) addTax(final, fees, tax, most * quantity * Math.max(1, share.rate / wholeFactor));
    }
  }

  #additionsOn(day: number, guests: number): Additions {
    const { currency } = this.#book;
    const stays = Array.from(
      { length: longestLength },
      (_, place): Stay => ({ arrival: day, departure: day + place + 1, adults: guests, children: 0 }),
    );
    const percentages = (tax: RentalTax): Percentages => ({
      byLength: Float64Array.from(stays, (stay) => (isLevied(tax, stay) ? tax.percentage : 0)),
      largest: tax.percentage,
    });
    const fees = this.#fees.filter((fee) => inForce(fee.applies, day));
    const fixed = new Float64Array(longestLength);
    for (const fee of fees.filter(({ rateKind }) => !isPercentage(rateKind))) {
      stays.forEach((stay, place) => {
        const amount = feeUnitPrice(fee, 0, guests, currency) * feeQuantity(fee, stay);
        const levied = this.#taxesOn(fee).filter((tax) => isLevied(tax, stay));
        fixed[place] = levied.reduce((sum, tax) => sum + taxAmount(tax, amount), (fixed[place] ?? 0) + amount);
      });
    }
    const shares = fees.filter(({ rateKind }) => isPercentage(rateKind));
    const [anyStay] = stays;
    return {
      fixed,
      taxes: this.#taxes.filter(({ taxable }) => taxable.kind === "rental").map(percentages),
      shares: shares.map((fee) => ({
        share: priceShareOf(fee, guests, currency),
        quantity: anyStay ? feeQuantity(fee, anyStay) : 0,
        taxes: this.#taxesOn(fee).map(percentages),
      })),
    };
  }

  #taxesOn(fee: RentalFee): readonly RentalTax[] {
    return this.#taxes.filter(({ taxable }) => taxable.kind === "fee" && taxable.fee === fee.fee);
  }
}
