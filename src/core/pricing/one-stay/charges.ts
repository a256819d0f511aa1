import { inForce } from "../applicability.ts";
import { amountOf, scaled } from "../arithmetic.ts";
import { isPercentage } from "../fee-rate-kinds.ts";
import { feeQuantity, feeUnitPrice, type PriceShare, priceShareOf, shareOfPrice } from "../fees.ts";
import type { RateBook, RentalFee, RentalTax } from "../rates/rate-book.ts";
import type { Stay } from "../stay/stay.ts";
import { isLevied } from "../taxes.ts";

/** A percentage fee, with the percentages of the taxes on it. */
interface Share {
  readonly unit: PriceShare;
  readonly quantity: number;
  readonly taxes: readonly number[];
}

/** The additions of required fees and exclusive taxes to a stay's rental price. */
class Charges {
  readonly #currency: string;
  /** In minor units: additions that do not depend on the rental price. */
  readonly #fixed: number;
  readonly #shares: readonly Share[];
  /** Percentages of taxes on the rental price. */
  readonly #taxes: readonly number[];

  constructor({ fees, taxes, currency }: Charged, stay: Stay) {
    const shares: Share[] = [];
    let fixed = 0;
    for (const fee of fees) {
      if (!fee.required || !inForce(fee.applies, stay.arrival)) continue;
      const onTop = percentages(taxes, stay, ({ taxable }) => taxable.kind === "fee" && taxable.fee === fee.fee);
      const quantity = feeQuantity(fee, stay);
      if (isPercentage(fee.rateKind)) {
        shares.push({ unit: priceShareOf(fee, stay, currency), quantity, taxes: onTop });
      } else fixed += withTaxes(feeUnitPrice(fee, 0, stay, currency) * quantity, onTop);
    }
    this.#currency = currency;
    this.#fixed = fixed;
    this.#shares = shares;
    this.#taxes = percentages(taxes, stay, ({ taxable }) => taxable.kind === "rental");
  }

  /** Converts a rental price (minor units) to the final price (hundredths of the unit). */
  finalPrice(rentalPrice: number): number {
    let price = withTaxes(rentalPrice, this.#taxes) + this.#fixed;
    for (const { unit, quantity, taxes } of this.#shares)
      price += withTaxes(shareOfPrice(rentalPrice, unit) * quantity, taxes);
    return amountOf(price, this.#currency);
  }
}

function percentages(taxes: readonly RentalTax[], stay: Stay, areOn: (tax: RentalTax) => boolean): readonly number[] {
  return taxes.filter((tax) => !tax.included && areOn(tax) && isLevied(tax, stay)).map(({ percentage }) => percentage);
}

/** Each tax is rounded separately. */
function withTaxes(amount: number, taxes: readonly number[]): number {
  let sum = amount;
  for (const percentage of taxes) sum += scaled(amount, percentage);
  return sum;
}

/** The inputs of charges. */
interface Charged {
  readonly fees: readonly RentalFee[];
  readonly taxes: readonly RentalTax[];
  readonly currency: string;
}

interface CachedCharges extends Charged {
  readonly adults: number;
  readonly children: number;
  readonly charges: Charges;
}

/** Charges of one stay in many rentals, computed once per shared list of fees and taxes. */
export class ChargesCache {
  readonly #byFees = new Map<readonly RentalFee[], CachedCharges[]>();
  #last: CachedCharges | undefined;

  /** @param stay guests may differ between calls, nights may not */
  of({ fees: own, feesAlike, taxes, currency }: RateBook, { adults, children, ...nights }: Stay): Charges {
    const key = { fees: feesAlike ?? own, taxes, currency, adults, children };
    if (this.#last && isSame(this.#last, key)) return this.#last.charges;
    const ofFees = this.#byFees.get(key.fees) ?? [];
    let cached = ofFees.find((one) => isSame(one, key));
    if (!cached) {
      cached = { ...key, charges: new Charges(key, { ...nights, adults, children }) };
      ofFees.push(cached);
      this.#byFees.set(key.fees, ofFees);
    }
    this.#last = cached;
    return cached.charges;
  }
}

function isSame(cached: CachedCharges, key: Omit<CachedCharges, "charges">): boolean {
  return (
    cached.fees === key.fees &&
    cached.taxes === key.taxes &&
    cached.currency === key.currency &&
    cached.adults === key.adults &&
    cached.children === key.children
  );
}
