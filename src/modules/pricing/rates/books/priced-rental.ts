import type { PriceIncrease, RateBook } from "../../../../core/pricing/rates/rate-book.ts";
import type { UsedExchange } from "./todays-exchanges.ts";

/** A rental's rate book, with the names of its fees and taxes for responses. */
export interface PricedRental {
  readonly id: number;
  readonly account: number;
  /** The content version (docs/design/response-cache.md). */
  readonly version: string;
  /** Without bookings and without a price increase: see `bookFor`. */
  readonly book: RateBook;
  /** IANA name; decides when a day ends at the rental. */
  readonly timeZone: string;
  /** The book contains fees exchanged at the newest rates, which have no version. */
  readonly exchanged: boolean;
  readonly increases: ReadonlyMap<number, PriceIncrease>;
  /** JSON texts by locale, by fee id and tax id. Rentals read together share them. */
  readonly feeNames: ReadonlyMap<number, string>;
  readonly taxNames: ReadonlyMap<number, string>;
}

/** A cached rate book. */
export interface CachedBook {
  readonly priced: PricedRental;
  /** The exchange rates applied to fees in other currencies. */
  readonly used: readonly UsedExchange[];
}
