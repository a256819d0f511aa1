import type { PriceIncrease, RateBook } from "../../../../core/pricing/rates/rate-book.ts";
import type { UsedExchange } from "./todays-exchanges.ts";

/** What the prices of a rental are made of, with what an answer says about its fees and taxes. */
export interface PricedRental {
  readonly id: number;
  readonly account: number;
  /** The version of the content (docs/design/response-cache.md). */
  readonly version: string;
  /** Without bookings and without a price increase: see `bookFor`. */
  readonly book: RateBook;
  /** IANA: when a day is over there. */
  readonly timeZone: string;
  /** Amounts of fees in it were exchanged by the newest rates, which have no version. */
  readonly exchanged: boolean;
  readonly increases: ReadonlyMap<number, PriceIncrease>;
  /** Names by locale as JSON texts, by the ids of fees and of taxes. Rentals that were read together share them. */
  readonly feeNames: ReadonlyMap<number, string>;
  readonly taxNames: ReadonlyMap<number, string>;
}

/** A rental's prices as they are kept. */
export interface KeptBook {
  readonly priced: PricedRental;
  /** The exchanges that fees in other currencies went through. */
  readonly used: readonly UsedExchange[];
}
