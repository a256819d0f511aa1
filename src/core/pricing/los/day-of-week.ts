import type { DayPrices } from "./day-prices.ts";
import type { StayNights } from "./stay-nights.ts";

/** What the prices of a check-in day follow from, besides what its nights cost. */
export interface Circumstances {
  /** The version of the stays' nights. */
  readonly nights: number;
  /** Of what makes final prices of rental prices, and of what exchanges them. */
  readonly final: number;
  readonly exchanging: number;
  /** The factors that a special offer leaves, and of the price increase. */
  readonly offer: number;
  readonly increase: number;
}

/**
 * The prices of one day of the week, which stay for the same day of a later week where all that they follow from is the same
 * (docs/decisions/0051): most rates and rules repeat week by week. What is refused does not, and is no part of them.
 */
export class DayOfWeek {
  readonly prices: DayPrices;
  #day = Number.NEGATIVE_INFINITY;
  #circumstances: Circumstances | undefined;

  constructor(prices: DayPrices) {
    this.prices = prices;
  }

  /** Whether the prices are those of a day already. If not, they are to become so: they are taken for those from now on. */
  moveTo(day: number, circumstances: Circumstances, stays: StayNights): boolean {
    const before = this.#day;
    const known = this.#circumstances;
    this.#day = day;
    this.#circumstances = circumstances;
    return known !== undefined && areEqual(known, circumstances) && stays.areAsOn(before, day);
  }
}

function areEqual(some: Circumstances, others: Circumstances): boolean {
  return (
    some.nights === others.nights &&
    some.final === others.final &&
    some.exchanging === others.exchanging &&
    some.offer === others.offer &&
    some.increase === others.increase
  );
}
