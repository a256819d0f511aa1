import {
  extrasOf,
  type FeeLine,
  finalPrice,
  finalRentalPrice,
  initialPriceFor,
  type TaxLine,
} from "../../../../core/booking-totals.ts";
import { millisecondsPerDay } from "../../../../core/day.ts";
import { minorUnit } from "../../../../core/rounding.ts";
import { localTime } from "../../../../core/time-zone.ts";
import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import type { ServerSetColumns } from "../../../../kernel/write/store.ts";
import { booking } from "../booking.ts";
import { priceColumn } from "../booking-columns.ts";
import type { RentalTerms } from "../rental-terms.ts";

/** A booking's prices after a write, in hundredths. */
export interface BookingMoney {
  readonly currency: string;
  readonly finalRentalPrice: number | null;
  readonly finalPrice: number | null;
  /** A write set the final price; it stands until a fee is added or removed. */
  readonly finalPriceGiven: boolean;
}

const { attributes } = booking;

const pricing = [attributes.initial_price, attributes.discount, attributes.final_price, attributes.currency] as const;

/** A booking's prices before fees and taxes. */
export interface RentalMoney {
  readonly currency: string;
  /** Hundredths; null without a price. */
  readonly initialPrice: number | null;
  readonly discount: string | null;
  /** The initial price less the discount. */
  readonly rentalPrice: number | null;
}

/** A discount's amount, in hundredths. */
export const reductionOf = ({ initialPrice, rentalPrice }: Pick<RentalMoney, "initialPrice" | "rentalPrice">): number =>
  (initialPrice ?? 0) - (rentalPrice ?? 0);

/** A booking's fees and taxes. */
export interface MoneyLines {
  readonly fees: readonly FeeLine[];
  readonly taxes: readonly TaxLine[];
}

/** Merges a write's prices with the stored ones. A blank currency changes nothing. @param lines the agreed ones */
export function rentalMoneyOf(draft: Draft, rental: RentalTerms, lines: MoneyLines): RentalMoney {
  const currency = draft.input(attributes.currency) ?? draft.stored(attributes.currency) ?? rental.currency;
  const discount = draft.value(attributes.discount) ?? null;
  const total = totalAlone(draft);
  if (total !== undefined && draft.changes(attributes.final_price))
    return moneyWithin(total - extrasOf(lines.fees, lines.taxes), discount, currency);
  return discounted(draft.value(attributes.initial_price) ?? null, discount, currency);
}

/** The rental's prices from the price before the discount. */
export const discounted = (initialPrice: number | null, discount: string | null, currency: string): RentalMoney => ({
  currency,
  initialPrice,
  discount,
  rentalPrice: finalRentalPrice(initialPrice, discount, currency),
});

/** The rental's prices from the rest of a total: never below zero. */
export function moneyWithin(rest: number, discount: string | null, currency: string): RentalMoney {
  const rentalPrice = Math.max(0, rest);
  return { currency, initialPrice: initialPriceFor(rentalPrice, discount, currency) ?? null, discount, rentalPrice };
}

/**
 * The total of a write that names no rental price: the rental's price is the rest of it, so that an owner is never paid from a price that
 * the guest does not pay (bookings.md, Money). Undefined where a discount of everything needs a price.
 */
export function totalAlone(draft: Draft): number | undefined {
  const total = draft.input(attributes.final_price);
  if (typeof total !== "number" || draft.sets(attributes.initial_price)) return undefined;
  const discount = draft.value(attributes.discount) ?? null;
  return initialPriceFor(total, discount, null) === undefined ? undefined : total;
}

/** The column of an initial price that the write does not set itself. */
export const initialPriceColumn = (draft: Draft, { initialPrice }: RentalMoney): ServerSetColumns =>
  draft.sets(attributes.initial_price) ? {} : { initial_price: priceColumn(initialPrice) };

/** Whether a write changes a price, or something that prices depend on. */
export const changesPrice = (draft: Draft): boolean => pricing.some((attribute) => draft.changes<unknown>(attribute));

/**
 * Computes the prices after a write and checks the amounts that depend on them (bookings.md, Money).
 * @param priceStands whether an earlier write set the stored final price
 */
export function moneyOf(
  draft: Draft,
  { currency, initialPrice: initial, rentalPrice }: RentalMoney,
  lines: MoneyLines,
  priceStands: boolean,
  errors: ValidationErrors,
): BookingMoney {
  const written = draft.input(attributes.final_price);
  const stands = typeof written === "number" || (written === undefined && priceStands);
  const price = stands
    ? (draft.value(attributes.final_price) ?? null)
    : finalPrice(rentalPrice, lines.fees, lines.taxes);
  if (!stands && price !== null && price < 0) errors.add("final_price", priceBelowZero);
  if (draft.changes(attributes.currency)) checkCurrency(currency, price, lines, errors);
  checkDependents(draft, initial, price, errors);
  return { currency, finalRentalPrice: rentalPrice, finalPrice: price, finalPriceGiven: stands };
}

/** A gift of the past may exceed a lowered price. */
export const priceBelowZero = "would be less than 0, because the price is lower than its reductions: remove one first";

/** Amounts stay the same in a new currency, so they must fit it (bookings.md, Money). */
function checkCurrency(
  currency: string,
  price: number | null,
  { fees, taxes }: MoneyLines,
  errors: ValidationErrors,
): void {
  const isFraction = (amount: number): boolean => amount % minorUnit(currency) !== 0;
  if (price !== null && isFraction(price))
    errors.add("final_price", `must be a number without decimals in ${currency}`);
  if ([...fees.map((fee) => fee.price), ...taxes.map((tax) => tax.amount)].some(isFraction))
    errors.add("currency", `cannot be ${currency}: a fee or tax has decimals`);
}

/** Returns unchanged prices, after checking the amounts that depend on them. @param priceStands as in `moneyOf` */
export function unchangedMoney(
  draft: Draft,
  { currency, initialPrice: initial, rentalPrice }: RentalMoney,
  priceStands: boolean,
  errors: ValidationErrors,
): BookingMoney {
  const price = draft.value(attributes.final_price) ?? null;
  checkDependents(draft, initial, price, errors);
  return { currency, finalRentalPrice: rentalPrice, finalPrice: price, finalPriceGiven: priceStands };
}

/**
 * The balance's due time: the rental's `balance_due` days before arrival, or fewer for a booking that was made later. Epoch milliseconds.
 * @param madeAt when the booking was made
 */
export function balanceDueAt(startAt: number, rental: RentalTerms, madeAt: number): number {
  const daysAhead = Math.floor((startAt - localTime(rental.timeZone, madeAt)) / millisecondsPerDay);
  return startAt - Math.min(rental.balanceDue, Math.max(0, daysAhead)) * millisecondsPerDay;
}

function checkDependents(draft: Draft, initial: number | null, price: number | null, errors: ValidationErrors): void {
  const set = (attribute: typeof attributes.commission): number | undefined => draft.value(attribute) ?? undefined;
  if (price === null) {
    if (draft.sets(attributes.commission) && set(attributes.commission) !== undefined)
      errors.add("commission", "needs final_price");
    if (draft.sets(attributes.downpayment) && set(attributes.downpayment) !== undefined)
      errors.add("downpayment", "needs final_price");
  }
  const toOwner = set(attributes.final_payback_to_owner);
  if (toOwner !== undefined && toOwner !== 0 && (price === null || toOwner >= price)) {
    errors.add("final_payback_to_owner", "must be lower than final_price");
  }
  const rentalToOwner = set(attributes.rental_payback_to_owner);
  if (rentalToOwner !== undefined && rentalToOwner !== 0 && (initial === null || rentalToOwner >= initial)) {
    errors.add("rental_payback_to_owner", "must be lower than initial_price");
  }
  const method = draft.value(attributes.damage_deposit_collection_method);
  const external = draft.value(attributes.damage_deposit_external_collection_method_name);
  if (external && method !== "external") {
    errors.add(
      "damage_deposit_external_collection_method_name",
      'must be blank unless damage_deposit_collection_method is "external"',
    );
  }
}
