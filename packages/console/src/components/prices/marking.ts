import { dateOf } from "../days.ts";
import { changedRate, type PriceChange } from "./changed-rate.ts";
import type { ClosingChoices } from "./closings.ts";
import type { RateMap, Slice } from "./rate-map.ts";

/** The marked nights: a range with both ends included, limited to some weekdays. */
export interface Marking {
  readonly from: number;
  readonly to: number;
  /** 0 is Sunday. */
  readonly weekdays: readonly number[];
}

export interface NightsChange {
  readonly price: PriceChange;
  /** Undefined keeps the minimum stays. */
  readonly minimumStay: number | undefined;
  readonly closings: ClosingChoices;
}

/** Whether a change leaves prices and minimum stays as they are. */
export const keepsNights = ({ price, minimumStay }: NightsChange): boolean =>
  price.how === "keep" && minimumStay === undefined;

export const everyDay: readonly number[] = [0, 1, 2, 3, 4, 5, 6];
/** Monday first. */
export const weekdayOrder: readonly number[] = [1, 2, 3, 4, 5, 6, 0];

const weekdayOf = (day: number): number => dateOf(day).getUTCDay();

export const isMarked = ({ from, to, weekdays }: Marking, day: number): boolean =>
  day >= from && day <= to && weekdays.includes(weekdayOf(day));

/** The marked nights that the map covers. */
export function markedNights(marking: Marking, { first, rates }: RateMap): number[] {
  const nights: number[] = [];
  const end = Math.min(marking.to, first + rates.length - 1);
  for (let day = Math.max(marking.from, first); day <= end; day++) if (isMarked(marking, day)) nights.push(day);
  return nights;
}

/** The slice that a change writes. Unmarked nights within it keep their values. */
export function sliceOf(map: RateMap, marking: Marking, change: NightsChange, digits: number): Slice | undefined {
  const nights = markedNights(marking, map);
  const [from] = nights;
  const to = nights.at(-1);
  if (from === undefined || to === undefined) return undefined;
  const all = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const rateOf = (day: number) => map.rates[day - map.first] ?? "0";
  const stayOf = (day: number) => map.stays[day - map.first] ?? "1";
  const { price, minimumStay } = change;
  const at = (day: number) => isMarked(marking, day);
  return {
    first: from,
    ...(price.how !== "keep" && {
      rates: all.map((day) => (at(day) ? changedRate(rateOf(day), price, digits) : rateOf(day))),
    }),
    ...(minimumStay !== undefined && { stays: all.map((day) => (at(day) ? String(minimumStay) : stayOf(day))) }),
  };
}

/** The map's current values for a slice, to undo writing it. */
export function formerSlice(map: RateMap, { first, rates, stays }: Slice): Slice {
  const from = first - map.first;
  return {
    first,
    ...(rates && { rates: map.rates.slice(from, from + rates.length) }),
    ...(stays && { stays: map.stays.slice(from, from + stays.length) }),
  };
}
