import type { Applicability, Period } from "../applicability.ts";
import type { FeeRateKind } from "../fee-rate-kinds.ts";
import type { RoundingKind } from "../rounding.ts";
import type { RatesRule } from "../rules/rates-rule.ts";
import type { Nights } from "../stay/stay.ts";
import type { NightOverride } from "./overrides.ts";

/**
 * The data that determines a rental's prices, without I/O.
 *
 * Days are epoch days. Amounts are in hundredths of the currency's unit (50.25 is 5025). Percentages are basis points (12.5% is 1250).
 * Lists are in ascending id order; of equal entries, the older one wins.
 */
export interface RateBook {
  readonly currency: string;

  /** The rate per night or week (`baseRateKind`); null: no night has a rate. */
  readonly baseRate: number | null;
  readonly baseRateKind: "nightly" | "weekly";
  readonly seasons: readonly Season[];
  /** The written map of externally managed rates; null: base rate and seasons apply. */
  readonly nightlyMap: NightlyMap | null;
  /** Changes of nights on top of base rate and seasons. Beside a map only their closed arrivals and departures apply. */
  readonly overrides: readonly NightOverride[];
  /** The minimum price per night or week (`baseRateKind`). */
  readonly absoluteMinPrice: number | null;
  readonly absoluteMinStay: number | null;
  readonly midTerm: MidTermMap | null;
  readonly midTermActive: boolean;

  /** Regular and maximum number of guests (see `guestLimit`). 0 counts as null. */
  readonly sleeps: number | null;
  readonly sleepsMax: number | null;

  readonly rules: readonly RatesRule[];
  /** Nights that are not free for any reason, except for the quoted booking itself. Some rule kinds need them. */
  readonly taken: readonly Nights[];

  readonly specialOffers: readonly SpecialOffer[];
  /** The calling application's price increase; null without one. */
  readonly priceIncrease: PriceIncrease | null;
  readonly roundingKind: RoundingKind;

  readonly fees: readonly RentalFee[];
  /**
   * An equivalent list of fees (apart from rentals fee ids) that rentals loaded together share, so that charges are computed once.
   * Undefined if fees were not compared.
   */
  readonly feesAlike?: readonly RentalFee[] | undefined;
  /** A missing exchange rate that a required fee needs: no stay has a price then. */
  readonly withoutExchange?: { readonly from: string; readonly to: string } | undefined;
  readonly taxes: readonly RentalTax[];
  /** The percentage of the rental price due when booking. */
  readonly downpayment: number;
  /** Days before arrival when the full price is due. */
  readonly balanceDue: number;
  readonly damageDeposit: number | null;
}

/** A season: its price ratio to the base rate. Periods of a table's seasons do not overlap. */
export interface Season {
  readonly id: number;
  /** `ratio_percentage`: 12,000 for 120%. */
  readonly ratio: number;
  readonly minimumStay: number;
  readonly periods: readonly Period[];
}

/** Rates and minimum stays of consecutive nights from `start` on; a rate of 0 means none. */
export interface NightlyMap {
  readonly start: number;
  readonly rates: ArrayLike<number>;
  readonly minimumStays: ArrayLike<number>;
}

/** Rates of consecutive nights from `start` on, for stays of 31 nights or more; 0 means none. */
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
  /** Applications periods rentals: replacements for arrivals on these days, both included. */
  readonly overrides: readonly (Period & { readonly id: number; readonly increase: number })[];
}

/** A rentals fee with its fee's terms. Only required fees enter a price. */
export interface RentalFee {
  /** The rentals fee. */
  readonly id: number;
  /** Its fee, which taxes refer to. */
  readonly fee: number;
  readonly required: boolean;
  readonly applies: Applicability;
  readonly rateKind: FeeRateKind;
  /** An amount in the book's currency, or basis points for percentage kinds. */
  readonly rate: number;
  /** The rate of a fee in another currency than the book's, as it was written: prices in that currency show it unchanged. */
  readonly own?: { readonly currency: string; readonly rate: number };
  /** The maximum of one unit of a percentage kind; an amount. */
  readonly maximumPossibleRate: number | null;
  /** The maximum number of charged units. */
  readonly maximumBookable: number | null;
  /** The maximum number of counted nights for kinds per night. */
  readonly maximumNights: number | null;
  readonly downpaymentPercentage: number;
}

/** A tax on the rental price or a fee, from rentals taxes and fees taxes. */
export interface RentalTax {
  /** The tax by which amounts are grouped. */
  readonly id: number;
  readonly percentage: number;
  /** The taxed price includes it, so it is not added. */
  readonly included: boolean;
  readonly taxable: { readonly kind: "rental" } | { readonly kind: "fee"; readonly fee: number };
  /** First and last arrival day on which it is levied; null: no end. */
  readonly start: number;
  readonly end: number | null;
  /** Conditions on `length_of_stay`; all must hold. */
  readonly lengthOfStay: readonly LengthOfStayRule[];
}

export interface LengthOfStayRule {
  readonly comparator: "==" | "!=" | "<" | "<=" | ">" | ">=";
  readonly nights: number;
}

/**
 * The maximum number of guests for searches, quotes, strict bookings and length-of-stay records: `sleeps_max`, or `sleeps` without it
 * (pricing.md §3, fine print). Undefined without either.
 */
export function guestLimit({ sleeps, sleepsMax }: Pick<RateBook, "sleeps" | "sleepsMax">): number | undefined {
  return sleepsMax || sleeps || undefined;
}
