import { minorUnit, portionOf } from "./rounding.ts";

/**
 * What the first `count` of a stay's nights bring of an amount (hundredths) that belongs to all of them alike: amount × count / nights,
 * rounded half up to the minor unit of the currency. All nights bring all of it, also where it is finer than the minor unit.
 */
export function broughtByFirst(count: number, amount: number, nights: number, currency: string): number {
  return count === nights ? amount : portionOf(amount, count, nights, minorUnit(currency));
}

/** A part of a stay's nights, counted from its arrival: `from` is in it, `to` is not. */
export interface NightsOfStay {
  readonly from: number;
  readonly to: number;
  /** All nights of the stay. */
  readonly nights: number;
}

/** What a part of a stay's nights brings of an amount: parts that meet add up to what they bring together, to the cent. */
export function broughtByPart(amount: number, { from, to, nights }: NightsOfStay, currency: string): number {
  return broughtByFirst(to, amount, nights, currency) - broughtByFirst(from, amount, nights, currency);
}

/** What each night of a part brings: no two differ by more than a minor unit, and they add up to what the part brings. */
export function broughtByNights(amount: number, part: NightsOfStay, currency: string): number[] {
  return Array.from({ length: part.to - part.from }, (_, index) =>
    broughtByPart(amount, { ...part, from: part.from + index, to: part.from + index + 1 }, currency),
  );
}
