import { inForce } from "../applicability.ts";
import { allLengths, type CheckIns } from "../stay/check-ins.ts";
import { type Duration, dayAfter } from "../stay/duration.ts";
import { type FreeNights, freeNightsBefore, freeNightsFrom, type TakenNights } from "../stay/free-nights.ts";
import { type NightWindow, spansInForce } from "../stay/night-window.ts";
import type { Nights } from "../stay/stay.ts";
import type { Rule } from "./rule.ts";

/**
 * `prevent_gap`: if the rule is in force on the arrival, it refuses a stay that leaves 1 … `length` - 1 free nights to the previous or
 * the next booking. No gap, a gap of `length` or more, and a side without a booking are fine. It does not apply to arrivals within
 * `until` of today, the last day included, because a late booking is worth a small gap.
 *
 * Not specified:
 * - a `length` in months or years counts from the gap's first night;
 * - without `until` the rule always applies;
 * - past nights of the gap count too.
 */
export interface PreventGap extends Rule, Duration {
  readonly kind: "prevent_gap";
  readonly until: Duration | null;
}

/** Whether a number of free nights from a day on is too small. Infinity is not a gap. */
export function isGap(rule: PreventGap, from: number, freeNights: number): boolean {
  return freeNights > 0 && freeNights !== Number.POSITIVE_INFINITY && from + freeNights < dayAfter(from, rule);
}

function holds(rule: PreventGap, arrival: number, today: number): boolean {
  return inForce(rule.applies, arrival) && (rule.until === null || arrival > dayAfter(today, rule.until));
}

/** The rules that refuse an arrival because of the free nights before it. */
export function refusedForGapBefore(
  rules: readonly PreventGap[],
  arrival: number,
  today: number,
  before: number,
): readonly PreventGap[] {
  return rules.filter((rule) => holds(rule, arrival, today) && isGap(rule, arrival - before, before));
}

/** The rules that refuse a stay because of the free nights on either side. */
export function refusedForGap(
  rules: readonly PreventGap[],
  { arrival, departure }: Nights,
  today: number,
  taken: readonly TakenNights[],
): readonly PreventGap[] {
  if (rules.length === 0) return [];
  const refusing = new Set(refusedForGapBefore(rules, arrival, today, freeNightsBefore(taken, arrival)));
  const after = freeNightsFrom(taken, departure);
  return rules.filter((rule) => refusing.has(rule) || (holds(rule, arrival, today) && isGap(rule, departure, after)));
}

/** Refuses all lengths after a gap, and those that leave one behind. */
export function refuseGaps(rules: readonly PreventGap[], checkIns: CheckIns, today: number, free: FreeNights): void {
  for (const rule of rules) {
    const leavingGap = checkIns.lengthsTo(gapsFrom(rule, checkIns.days, free));
    const firstHeld = rule.until === null ? checkIns.first : dayAfter(today, rule.until) + 1;
    for (const { from, to } of spansInForce(rule.applies, checkIns)) {
      for (let day = Math.max(checkIns.first + from, firstHeld); day < checkIns.first + to; day++) {
        const before = free.before(day);
        checkIns.refuse(day, isGap(rule, day - before, before) ? allLengths : (leavingGap[day - checkIns.first] ?? 0));
      }
    }
  }
}

/** For each day of a window, 1 if a stay that ends on it leaves a gap. */
function gapsFrom(rule: PreventGap, { first, end }: NightWindow, free: FreeNights): Uint8Array {
  const gaps = new Uint8Array(end - first);
  for (let index = 0; index < gaps.length; index++) {
    if (isGap(rule, first + index, free.from(first + index))) gaps[index] = 1;
  }
  return gaps;
}
