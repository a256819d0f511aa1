import { weekdayOf } from "../../day.ts";
import { covers, type Period } from "../applicability.ts";
import { nightPricePerAmount, scaled, wholeFactor } from "../arithmetic.ts";
import type { NightWindow } from "../stay/night-window.ts";

/** A change of some nights on top of base rate and seasons, and of the days on which guests arrive and depart. Nights from `start` to `end`, both included. */
export interface NightOverride extends Period {
  readonly id: number;
  /** The weekdays that it changes, 0 is Sunday; null for all. */
  readonly days: readonly number[] | null;
  /** The new rate; null keeps the rate below, or changes it by the percentage. */
  readonly rate: number | null;
  /** Basis points; null without `rate` keeps the rate below. */
  readonly percentage: number | null;
  /** For arrivals on its nights; null keeps the minimum stay below. */
  readonly minimumStay: number | null;
  /** Whether guests may not arrive on its days; false opens days that older overrides close; null keeps them. */
  readonly closedToArrival: boolean | null;
  readonly closedToDeparture: boolean | null;
}

export type Closing = "closedToArrival" | "closedToDeparture";

/** The overrides that change a night's price, and those that change its minimum stay. */
interface Overridden {
  readonly currency: string;
  readonly overrides: readonly NightOverride[];
}

/** A night's rate under its overrides, oldest first: each one lies on top of the older ones. */
export function overriddenRate({ currency, overrides }: Overridden, night: number, rate: number): number {
  let changed = rate;
  for (const override of overrides) if (changesNight(override, night)) changed = rateUnder(override, currency, changed);
  return changed;
}

/** Applies the overrides to the rates of a window. */
export function overrideRates({ currency, overrides }: Overridden, window: NightWindow, rates: Float64Array): void {
  for (const override of overrides)
    for (const index of nightsIn(override, window)) rates[index] = rateUnder(override, currency, rates[index] ?? 0);
}

/** The minimum stay that the newest override gives an arrival; undefined without one. */
export function overriddenStay(overrides: readonly NightOverride[], night: number): number | undefined {
  return overrides.findLast((one) => one.minimumStay !== null && changesNight(one, night))?.minimumStay ?? undefined;
}

/** Applies the overrides to the minimum stays of a window. */
export function overrideStays(overrides: readonly NightOverride[], window: NightWindow, stays: Int32Array): void {
  for (const override of overrides) {
    if (override.minimumStay === null) continue;
    for (const index of nightsIn(override, window)) stays[index] = override.minimumStay;
  }
}

/** The override that closes a day; undefined if none does, or a newer one opens it again. */
export function closingOverride(
  overrides: readonly NightOverride[],
  closing: Closing,
  day: number,
): NightOverride | undefined {
  const newest = overrides.findLast((one) => one[closing] !== null && changesNight(one, day));
  return newest?.[closing] ? newest : undefined;
}

/** The days of a window that overrides close: 1. */
export function closedByOverrides(
  overrides: readonly NightOverride[],
  closing: Closing,
  window: NightWindow,
): Uint8Array {
  const closed = new Uint8Array(window.end - window.first);
  for (const override of overrides) {
    const isClosing = override[closing];
    if (isClosing === null) continue;
    for (const index of nightsIn(override, window)) closed[index] = isClosing ? 1 : 0;
  }
  return closed;
}

function rateUnder({ rate, percentage }: NightOverride, currency: string, below: number): number {
  if (rate !== null) return rate * nightPricePerAmount(currency);
  return percentage === null ? below : scaled(below, wholeFactor + percentage);
}

const changesNight = (override: NightOverride, night: number): boolean =>
  covers(override, night) && (override.days === null || override.days.includes(weekdayOf(night)));

function* nightsIn(override: NightOverride, { first, end }: NightWindow): Generator<number> {
  const last = Math.min(override.end, end - 1);
  for (let night = Math.max(override.start, first); night <= last; night++)
    if (changesNight(override, night)) yield night - first;
}
