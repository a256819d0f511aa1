import type { Applicability, Period } from "../applicability.ts";
import type { FeeRateKind } from "../fee-rate-kinds.ts";
import type { RoundingKind } from "../rounding.ts";
import type { RatesRule } from "../rules/rates-rule.ts";
import type { Nights } from "../stay/stay.ts";

/**
 * What the prices of one rental are made of, as plain data. Whoever fills it reads the database; nothing in here does.
 *
 * Days are epoch days. Amounts are in hundredths of the currency's unit (50.25 is 5025). Percentages are basis points (12.5 %
 * is 1250). Lists are in ascending order of their ids: where two entries have an equal claim, the older one has it.
 */
export interface RateBook {
  readonly currency: string;

  /** The rate of a night, or of a week as `baseRateKind` says; null: no night has a rate. */
  readonly baseRate: number | null;
  readonly baseRateKind: "nightly" | "weekly";
  readonly seasons: readonly Season[];
  /** The written map of a rental whose nightly rates are managed externally; null: base rate and seasons count. */
  readonly nightlyMap: NightlyMap | null;
  /** The minimum price of every night, or for a week as `baseRateKind` says. */
  readonly absoluteMinPrice: number | null;
  readonly absoluteMinStay: number | null;
  readonly midTerm: MidTermMap | null;
  readonly midTermActive: boolean;

  /** Guests that the rental is made for, and that it takes at most (see `guestLimit`). 0 is as good as null. */
  readonly sleeps: number | null;
  readonly sleepsMax: number | null;

  readonly rules: readonly RatesRule[];
  /**
   * Nights that are not free, whatever blocks them: for the kinds of rule that look at bookings. Without the booking that is
   * quoted.
   */
  readonly taken: readonly Nights[];

  readonly specialOffers: readonly SpecialOffer[];
  /** What the calling application adds; null without one. */
  readonly priceIncrease: PriceIncrease | null;
  readonly roundingKind: RoundingKind;

  readonly fees: readonly RentalFee[];
  /**
   * The same fees but for the ids of rentals fees, in one list for all rentals that were read together and charge alike: who prices many
   * rentals works out what they charge once. Undefined where nobody compared them.
   */
  readonly feesAlike?: readonly RentalFee[] | undefined;
  /** Between these currencies there is no rate of exchange and a required fee needs one: no stay has a price then. */
  readonly withoutExchange?: { readonly from: string; readonly to: string } | undefined;
  readonly taxes: readonly RentalTax[];
  /** Of the rental price, to pay when booking. */
  readonly downpayment: number;
  /** So many days before arrival everything has to be paid. */
  readonly balanceDue: number;
  readonly damageDeposit: number | null;
}

/** A season: what its nights cost in proportion to the base rate. Its periods overlap with none of the table's others. */
export interface Season {
  readonly id: number;
  /** `ratio_percentage`: 12,000 for 120 %. */
  readonly ratio: number;
  readonly minimumStay: number;
  readonly periods: readonly Period[];
}

/** Rates and minimum stays of successive nights from `start` on; a rate of 0 means that the night has none. */
export interface NightlyMap {
  readonly start: number;
  readonly rates: ArrayLike<number>;
  readonly minimumStays: ArrayLike<number>;
}

/** Rates of successive nights from `start` on for stays of 31 nights or more; 0 means that the night has none. */
export interface MidTermMap {
  readonly start: number;
  readonly rates: ArrayLike<number>;
}

/** A discount for arrivals on `start` … `end`, both included. */
export interface SpecialOffer extends Period {
  readonly id: number;
  readonly discount: number;
}

export interface PriceIncrease {
  /** The application's `default_price_increase`. */
  readonly standard: number;
  /** Applications periods rentals: in their stead for arrivals on these days, both included. */
  readonly overrides: readonly (Period & { readonly id: number; readonly increase: number })[];
}

/** A rentals fee with what it takes from its fee. Only required ones enter a price. */
export interface RentalFee {
  /** The rentals fee. */
  readonly id: number;
  /** Its fee, which taxes refer to. */
  readonly fee: number;
  readonly required: boolean;
  readonly applies: Applicability;
  readonly rateKind: FeeRateKind;
  /** An amount in the currency of the book; for percentage kinds basis points. */
  readonly rate: number;
  /** The most that one unit of a percentage kind costs; an amount. */
  readonly maximumPossibleRate: number | null;
  /** The most units that are charged. */
  readonly maximumBookable: number | null;
  readonly downpaymentPercentage: number;
}

/** A tax on the rental price or on a fee, from rentals taxes and fees taxes. */
export interface RentalTax {
  /** The tax, by which amounts are grouped. */
  readonly id: number;
  readonly percentage: number;
  /** Contained in the price that is taxed, and so not added to it. */
  readonly included: boolean;
  readonly taxable: { readonly kind: "rental" } | { readonly kind: "fee"; readonly fee: number };
  /** First and last day of arrival on which it is levied; null: without end. */
  readonly start: number;
  readonly end: number | null;
  /** Tax rules that compare `length_of_stay` with a number of nights; all of them must hold. */
  readonly lengthOfStay: readonly LengthOfStayRule[];
}

export interface LengthOfStayRule {
  readonly comparator: "==" | "!=" | "<" | "<=" | ">" | ">=";
  readonly nights: number;
}

/**
 * How many guests, adults and children, a rental takes in a search, a quote, a strict booking and a length-of-stay record alike:
 * `sleeps_max`, or `sleeps` where that is not set (pricing.md §3, fine print). Undefined: nobody has said.
 */
export function guestLimit({ sleeps, sleepsMax }: Pick<RateBook, "sleeps" | "sleepsMax">): number | undefined {
  return sleepsMax || sleeps || undefined;
}
