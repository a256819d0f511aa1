import { minimumStays } from "../rates/nightly-rates.ts";
import { closedByOverrides } from "../rates/overrides.ts";
import type { RateBook } from "../rates/rate-book.ts";
import { refuseArrivals } from "../rules/arrival-only.ts";
import { refuseDepartures } from "../rules/departure-only.ts";
import { refusePartsOfPeriods } from "../rules/full-period-only.ts";
import { refuseGaps } from "../rules/prevent-gap.ts";
import { refuseTooFarAhead } from "../rules/prevent-if-booked-ahead-of.ts";
import { refuseTooSoon } from "../rules/prevent-if-booked-less-than.ts";
import type { RulesByKind } from "../rules/rates-rule.ts";
import { allLengths, type CheckIns, lengthsBetween, maxStayLength } from "../stay/check-ins.ts";
import type { FreeNights } from "../stay/free-nights.ts";
import type { RatedNights } from "./night-kinds.ts";

/** The inputs of restrictions. */
export interface Restrictions {
  readonly book: RateBook;
  readonly rules: RulesByKind;
  readonly today: number;
  readonly free: FreeNights;
  readonly rated: RatedNights;
}

/** Applies all restrictions (pricing.md §3) to all check-in days and lengths. */
export function refuseLengths(checkIns: CheckIns, { book, rules, today, free, rated }: Restrictions): void {
  refuseArrivals(rules.arrival_only, checkIns);
  refuseDepartures(rules.departure_only, checkIns);
  refuseClosedDays(book, checkIns);
  refuseTooFarAhead(rules.prevent_if_booked_ahead_of, checkIns, today);
  refuseTooSoon(rules.prevent_if_booked_less_than, checkIns, today);
  refusePartsOfPeriods(rules.full_period_only, checkIns);
  refuseGaps(rules.prevent_gap, checkIns, today, free);
  refuseShortStays(book, checkIns);
  refuseNightsWithoutRate(checkIns, rated);
}

/** Refuses check-in days for every length: past days at the rental's location, or all if a required fee cannot be exchanged. */
export function refuseWholeDays(book: RateBook, checkIns: CheckIns, earliest = Number.NEGATIVE_INFINITY): void {
  const end = book.withoutExchange ? checkIns.end : Math.min(checkIns.end, earliest);
  for (let day = checkIns.first; day < end; day++) checkIns.refuse(day, allLengths);
}

/** Refuses the arrivals and departures that overrides close. */
function refuseClosedDays({ overrides }: RateBook, checkIns: CheckIns): void {
  if (overrides.length === 0) return;
  const closed = closedByOverrides(overrides, "closedToArrival", checkIns);
  const lengths = checkIns.lengthsTo(closedByOverrides(overrides, "closedToDeparture", checkIns.days));
  for (let day = checkIns.first; day < checkIns.end; day++) {
    const index = day - checkIns.first;
    checkIns.refuse(day, closed[index] === 1 ? allLengths : (lengths[index] ?? 0));
  }
}

function refuseShortStays(book: RateBook, checkIns: CheckIns): void {
  const minimums = minimumStays(book, checkIns);
  for (let day = checkIns.first; day < checkIns.end; day++) {
    const nights = minimums[day - checkIns.first] ?? 1;
    if (nights > 1) checkIns.refuse(day, lengthsBetween(1, nights - 1));
  }
}

/** Refuses the lengths that contain a night without a rate. */
function refuseNightsWithoutRate(checkIns: CheckIns, { window, rates }: RatedNights): void {
  let next = Number.POSITIVE_INFINITY;
  for (let night = checkIns.end + maxStayLength - 1; night >= checkIns.first; night--) {
    if (rates[night - window.first] === 0) next = night;
    const rated = next - night;
    if (night < checkIns.end && rated < maxStayLength) checkIns.refuse(night, lengthsBetween(rated + 1, maxStayLength));
  }
}
