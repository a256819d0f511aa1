import { generatedNightlyMap } from "../core/pricing/rate-maps.ts";

/** What the nights of a rental are made of whose rates are not managed externally. Amounts in hundredths, ratios in basis points. */
export interface NightlyTerms {
  /** Null: no night has a rate. */
  readonly baseRate: number | null;
  readonly weekly: boolean;
  readonly currency: string;
  readonly periods: readonly {
    /** Epoch days, both included. */
    readonly start: number;
    readonly end: number;
    readonly ratio: number;
    readonly minimumStay: number;
  }[];
}

/** The nights of such a rental from `first`, yesterday, on: what the core makes of base rate and seasons (pricing.md §1.2). */
export function generatedNights(
  { baseRate, weekly, currency, periods }: NightlyTerms,
  first: number,
): { readonly rates: readonly number[]; readonly minimumStays: readonly number[] } {
  // A season for each period: which of them belong together makes no difference to a night.
  const seasons = periods.map(({ start, end, ratio, minimumStay }, id) => ({
    id,
    ratio,
    minimumStay,
    periods: [{ start, end }],
  }));
  const map = generatedNightlyMap(
    { baseRate, baseRateKind: weekly ? "weekly" : "nightly", currency, seasons },
    first + 1,
  );
  return { rates: Array.from(map.rates), minimumStays: Array.from(map.minimumStays) };
}
