import { inForce } from "../applicability.ts";
import { amountOf, scaled } from "../arithmetic.ts";
import { isPercentage } from "../fee-rate-kinds.ts";
import { feeQuantity, feeUnitPrice, type PriceShare, priceShareOf, shareOfPrice } from "../fees.ts";
import type { RateBook, RentalFee, RentalTax } from "../rates/rate-book.ts";
import { guestCount, type Stay } from "../stay/stay.ts";
import { isLevied } from "../taxes.ts";

/** A fee that is a percentage of the rental price, with the percentages of the taxes that come on top of it. */
interface Share {
  readonly unit: PriceShare;
  readonly quantity: number;
  readonly taxes: readonly number[];
}

/** What required fees, and taxes that are in no price yet, add to the rental price of a stay, where they are charged alike. */
class Charges {
  readonly #currency: string;
  /** Minor units: what does not depend on the rental price. */
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
        shares.push({ unit: priceShareOf(fee, guestCount(stay), currency), quantity, taxes: onTop });
      } else fixed += withTaxes(feeUnitPrice(fee, 0, guestCount(stay), currency) * quantity, onTop);
    }
    this.#currency = currency;
    this.#fixed = fixed;
    this.#shares = shares;
    this.#taxes = percentages(taxes, stay, ({ taxable }) => taxable.kind === "rental");
  }

  /** From the rental price (minor units) to the final price (hundredths of the unit). */
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

/** Each tax rounds by itself. */
function withTaxes(amount: number, taxes: readonly number[]): number {
  let sum = amount;
  for (const percentage of taxes) sum += scaled(amount, percentage);
  return sum;
}

/** What charges are made of. */
interface Charged {
  readonly fees: readonly RentalFee[];
  readonly taxes: readonly RentalTax[];
  readonly currency: string;
}

interface KnownCharges extends Charged {
  readonly adults: number;
  readonly children: number;
  readonly charges: Charges;
}

/** The charges of one stay in many rentals, worked out once for those that share their lists of fees and taxes. */
export class AllCharges {
  readonly #known = new Map<readonly RentalFee[], KnownCharges[]>();
  #last: KnownCharges | undefined;

  /** @param stay its guests may differ from one call to the next, its nights may not */
  of({ fees: own, feesAlike, taxes, currency }: RateBook, { adults, children, ...nights }: Stay): Charges {
    const asked = { fees: feesAlike ?? own, taxes, currency, adults, children };
    if (this.#last && isSame(this.#last, asked)) return this.#last.charges;
    const ofFees = this.#known.get(asked.fees) ?? [];
    let known = ofFees.find((one) => isSame(one, asked));
    if (!known) {
      known = { ...asked, charges: new Charges(asked, { ...nights, adults, children }) };
      ofFees.push(known);
      this.#known.set(asked.fees, ofFees);
    }
    this.#last = known;
    return known.charges;
  }
}

function isSame(known: KnownCharges, asked: Omit<KnownCharges, "charges">): boolean {
  return (
    known.fees === asked.fees &&
    known.taxes === asked.taxes &&
    known.currency === asked.currency &&
    known.adults === asked.adults &&
    known.children === asked.children
  );
}
