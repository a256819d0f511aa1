import { minorUnit, portionOf } from "./rounding.ts";

/**
 * The share of the first `count` nights in an amount (hundredths) that is spread evenly over a stay, rounded half up to the currency's
 * minor unit. All nights together get the whole amount, even if it is finer than the minor unit.
 */
export function shareOfFirst(count: number, amount: number, nights: number, currency: string): number {
  return count === nights ? amount : portionOf(amount, count, nights, minorUnit(currency));
}

/** Part of a stay's nights, counted from the arrival: [from, to). */
export interface NightsOfStay {
  readonly from: number;
  readonly to: number;
  /** The number of all nights of the stay. */
  readonly nights: number;
}

/** The share of some nights in an amount. Adjacent parts add up exactly. */
export function shareOfPart(amount: number, { from, to, nights }: NightsOfStay, currency: string): number {
  return shareOfFirst(to, amount, nights, currency) - shareOfFirst(from, amount, nights, currency);
}

/** The share of each night of a part. Shares differ by at most one minor unit and add up to the part's share. */
export function sharesOfNights(amount: number, part: NightsOfStay, currency: string): number[] {
  return Array.from({ length: part.to - part.from }, (_, index) =>
    shareOfPart(amount, { ...part, from: part.from + index, to: part.from + index + 1 }, currency),
  );
}
