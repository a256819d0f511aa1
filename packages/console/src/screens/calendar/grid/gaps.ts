import type { Stay } from "../../../components/bookings/stay.ts";
import type { Market } from "../rentals.ts";

/** Free nights between two stays that are fewer than the minimum stay: nobody can book them. */
export interface Gap {
  /** Epoch days, both included. */
  readonly first: number;
  readonly last: number;
  readonly minimum: number;
}

/** A rental's gaps from a day on. Only between known stays: an unknown month has none. */
export function gapsOf(stays: readonly Stay[], market: Market | undefined, from: number): readonly Gap[] {
  if (!market) return [];
  const sorted = stays.toSorted((one, other) => one.arrival - other.arrival);
  return sorted.flatMap((stay, index): Gap[] => {
    const next = sorted[index + 1];
    const first = Math.max(stay.departure, from);
    if (!next || first >= next.arrival) return [];
    const minimum = Number(market.minimumStays[first - market.from] ?? 1);
    return next.arrival - first < minimum ? [{ first, last: next.arrival - 1, minimum }] : [];
  });
}

export const gapAt = (gaps: readonly Gap[], day: number): Gap | undefined =>
  gaps.find(({ first, last }) => first <= day && day <= last);
