import { largestHundredths } from "../hundredths.ts";
import { amountOf, largestStay, sumInMinorUnits } from "./arithmetic.ts";
import { type QuotedFee, quotedFee } from "./bill.ts";
import { chargedNights } from "./charged-nights.ts";
import { Explanation, type PriceLine } from "./explanation.ts";
import { type FeeLine, requiredFees } from "./fees.ts";
import { finalPrice, priceToPayNow } from "./pay-now.ts";
import { rentalPrice } from "./price-adjustments.ts";
import { isMidTerm, midTermRate } from "./rates/mid-term.ts";
import { nightPriceOf } from "./rates/night-price.ts";
import { nightlyRate } from "./rates/nightly-rates.ts";
import { guestLimit, type RateBook } from "./rates/rate-book.ts";
import { refusalsByOverrides, refusalsByRules, type StayRefusal } from "./restrictions.ts";
import { rulesByKind } from "./rules/rates-rule.ts";
import { guestCount, nightCount, type Stay } from "./stay/stay.ts";
import { taxesOf } from "./taxes.ts";

/**
 * The price of a stay, and whether it may be booked, regardless of free nights. A refused stay has a price if its nights have one,
 * because a manager may override the rules.
 */
export interface Quote {
  /** Every reason for a refusal; empty if the stay may be booked. */
  readonly refusals: readonly StayRefusal[];
  readonly price: StayPrice | undefined;
}

/** A stay's price at every stage, as amounts in hundredths of the unit. */
export interface StayPrice {
  /** `rental_price_before_special_offers`: the nights after all rates rules. */
  readonly beforeSpecialOffers: number;
  /** `rental_price`, a booking's `initial_price`: after special offer, price increase and rounding. */
  readonly rentalPrice: number;
  /** `final_price`: with required fees and exclusive taxes. */
  readonly finalPrice: number;
  readonly payNow: number;
  readonly payNowWithDamageDeposit: number;
  readonly damageDeposit: number;
  readonly fees: readonly QuotedFee[];
  readonly taxes: readonly QuotedTax[];
  /** The rental price's composition; the changes, in hundredths of the minor unit, add up to it. */
  readonly lines: readonly PriceLine[];
}

export interface QuotedTax {
  readonly id: number;
  readonly percentage: number;
  readonly included: boolean;
  /** The taxed rentals fee; null: the rental price. */
  readonly rentalsFee: number | null;
  readonly amount: number;
}

/** Refusals that leave a stay without a price. */
const withoutPrice: ReadonlySet<StayRefusal["kind"]> = new Set<StayRefusal["kind"]>([
  "no_rate",
  "no_exchange_rate",
  "largest_amount",
]);

/**
 * Prices a stay by the steps (a) … (g) of pricing.md §3, or by the mid-term map (§7).
 * @param today the UTC date, from which rules count
 * @param rentalToday the date on the rental's clock: earlier arrivals are refused, and the balance falls due by it
 */
export function quote(book: RateBook, stay: Stay, today: number, rentalToday = today): Quote {
  if (stay.departure <= stay.arrival) return { refusals: [{ kind: "no_nights", rule: null }], price: undefined };
  const explanation = new Explanation();
  const refusals = generalRefusals(book, stay, rentalToday);
  const sum = isMidTerm(book, stay)
    ? sumOfMidTermNights(book, stay, refusals, explanation)
    : sumOfNights(book, stay, today, refusals, explanation);
  if (sum > largestStay(book.currency)) refusals.push({ kind: "largest_amount", rule: null });
  if (refusals.some(({ kind }) => withoutPrice.has(kind))) return { refusals, price: undefined };
  const price = priceOf({ book, stay, rentalToday }, sum, explanation);
  if (price.finalPrice <= largestHundredths) return { refusals, price };
  return { refusals: [...refusals, { kind: "largest_amount", rule: null }], price: undefined };
}

/** Refusals that do not depend on individual nights. */
function generalRefusals(book: RateBook, stay: Stay, rentalToday: number): StayRefusal[] {
  const refusals: StayRefusal[] = [];
  if (stay.arrival < rentalToday) refusals.push({ kind: "arrival_in_the_past", rule: null });
  const limit = guestLimit(book);
  if (limit !== undefined && guestCount(stay) > limit) refusals.push({ kind: "sleeps_max", rule: null, guests: limit });
  if (book.withoutExchange) refusals.push({ kind: "no_exchange_rate", rule: null, ...book.withoutExchange });
  refusals.push(...refusalsByOverrides(book, stay));
  return refusals;
}

/**
 * Steps (a) to (c), and the sum of (d), in hundredths of the minor unit. A night of the stay without a rate refuses it; an extra night
 * without one is free.
 */
function sumOfNights(
  book: RateBook,
  stay: Stay,
  today: number,
  refusals: StayRefusal[],
  explanation: Explanation,
): number {
  const rules = rulesByKind(book.rules);
  refusals.push(...refusalsByRules(book, rules, stay, today));
  const nightPrice = nightPriceOf(book, rules, stay, today, explanation);
  let sum = 0;
  let withoutRate: number | undefined;
  for (const { arrival, departure, because } of chargedNights(book, rules, stay)) {
    for (let night = arrival; night < departure; night++) {
      const rate = nightlyRate(book, night);
      if (rate === 0) {
        if (!because) withoutRate ??= night;
        continue;
      }
      explanation.add(because?.kind ?? "nightly_rate", because?.id ?? null, 1, rate);
      sum += nightPrice(night, rate);
    }
  }
  if (withoutRate !== undefined) refusals.push({ kind: "no_rate", rule: null, night: withoutRate });
  return sum;
}

function sumOfMidTermNights(book: RateBook, stay: Stay, refusals: StayRefusal[], explanation: Explanation): number {
  const nights = book.absoluteMinStay ?? 1;
  if (nightCount(stay) < nights) refusals.push({ kind: "minimum_stay", rule: null, nights });
  let sum = 0;
  let withoutRate: number | undefined;
  for (let night = stay.arrival; night < stay.departure; night++) {
    const rate = midTermRate(book, night);
    if (rate === 0) withoutRate ??= night;
    else explanation.add("mid_term_rate", null, 1, rate);
    sum += rate;
  }
  if (withoutRate !== undefined) refusals.push({ kind: "no_rate", rule: null, night: withoutRate });
  return sum;
}

/** Step (d) to the end. */
function priceOf(charged: ChargedStay, sum: number, explanation: Explanation): StayPrice {
  const { book, stay } = charged;
  const { currency } = book;
  const amount = (minorUnits: number): number => amountOf(minorUnits, currency);
  const beforeOffers = sumInMinorUnits(sum);
  if (beforeOffers * 100 !== sum) explanation.add("minor_unit", null, 0, beforeOffers * 100 - sum);
  const rental = rentalPrice(book, stay.arrival, beforeOffers, explanation);
  return {
    beforeSpecialOffers: amount(beforeOffers),
    rentalPrice: amount(rental),
    ...chargesOf(charged, rental, requiredFees(book, stay, rental)),
    lines: explanation.lines,
  };
}

/** A stay in a book on a day of the rental's clock. */
export interface ChargedStay {
  readonly book: RateBook;
  readonly stay: Stay;
  readonly rentalToday: number;
}

/** A stay's charges on top of its rental price (minor units), with these fees. */
export function chargesOf(
  { book, stay, rentalToday }: ChargedStay,
  rental: number,
  fees: readonly FeeLine[],
): Pick<StayPrice, "finalPrice" | "payNow" | "payNowWithDamageDeposit" | "damageDeposit" | "fees" | "taxes"> {
  const { currency } = book;
  const amount = (minorUnits: number): number => amountOf(minorUnits, currency);
  const taxes = taxesOf(book, stay, rental, fees);
  const bill = { rentalPrice: rental, fees, taxes };
  const payNow = amount(priceToPayNow(book, bill, stay.arrival, rentalToday));
  const damageDeposit = book.damageDeposit ?? 0;
  return {
    finalPrice: amount(finalPrice(bill)),
    payNow,
    payNowWithDamageDeposit: payNow + damageDeposit,
    damageDeposit,
    fees: fees.map((line) => quotedFee(line, currency)),
    taxes: taxes.map((line) => ({
      id: line.tax.id,
      percentage: line.tax.percentage,
      included: line.tax.included,
      rentalsFee: line.fee?.fee.id ?? null,
      amount: amount(line.amount),
    })),
  };
}
