import { weekdayOf } from "../../day.ts";
import type { RulesByKind } from "../rules/rates-rule.ts";
import type { Rule } from "../rules/rule.ts";
import { type NightWindow, spansInForce } from "../stay/night-window.ts";

/** The nightly rates of a window in order; 0 for a night without one. */
export interface RatedNights {
  readonly window: NightWindow;
  readonly rates: Float64Array;
}

/**
 * Groups a window's nights by kind. Nights of one kind have the same rate and the same rules, so they cost the same in any stay. A
 * thousand nights have some twenty kinds, and each kind is priced once.
 */
export class NightKinds {
  readonly window: NightWindow;
  /** The kind of each night of the window. */
  readonly ofNights: Int32Array;
  /** The first night of each kind (epoch days, ascending), and its rate. */
  readonly firsts: Int32Array;
  readonly rates: Float64Array;

  constructor({ window, rates }: RatedNights, rules: RulesByKind) {
    const kinds = new Int32Array(rates.length);
    let count = numberRates(rates, kinds);
    for (const rule of rules.weekend_night) count = setApart(kinds, count, rule, window, rule.days);
    for (const rule of otherRules(rules)) {
      if (rule.applies.when !== "always") count = setApart(kinds, count, rule, window, everyDay);
    }
    this.window = window;
    this.ofNights = kinds;
    this.firsts = numberInOrder(kinds, count, window.first);
    this.rates = new Float64Array(this.firsts.length);
    for (let kind = 0; kind < this.rates.length; kind++) {
      this.rates[kind] = rates[(this.firsts[kind] ?? 0) - window.first] ?? 0;
    }
  }
}

const everyDay = [0, 1, 2, 3, 4, 5, 6];

/** Rules that change a night's price, other than by weekday. */
function otherRules(rules: RulesByKind): readonly Rule[] {
  return [
    ...rules.occupation_less_than,
    ...rules.additional_person_fixed_per_night,
    ...rules.stay_at_least,
    ...rules.stay_shorter_than,
    ...rules.early_booking,
    ...rules.late_booking,
    ...rules.strict_minimum_price_per_night,
  ];
}

/** Assigns equal kinds to nights with equal rates, unless many other kinds lie between. @returns the number of kinds */
function numberRates(rates: Float64Array, kinds: Int32Array): number {
  const ratesByKind: number[] = [];
  let kind = 0;
  for (let index = 0; index < rates.length; index++) {
    const rate = rates[index] ?? 0;
    if (rate !== ratesByKind[kind]) kind = kindOfRate(rate, ratesByKind);
    kinds[index] = kind;
  }
  return ratesByKind.length;
}

/** The number of recent kinds to search: enough for weekly repetition, and cheap if all rates differ. */
const maxScanned = 8;

/** @param ratesByKind the rate of each kind; a new rate is appended */
function kindOfRate(rate: number, ratesByKind: number[]): number {
  const last = Math.max(ratesByKind.length - maxScanned, 0);
  for (let kind = ratesByKind.length - 1; kind >= last; kind--) if (ratesByKind[kind] === rate) return kind;
  return ratesByKind.push(rate) - 1;
}

/** Splits the nights that a rule affects from other nights of their kinds. @returns the number of kinds */
function setApart(
  kinds: Int32Array,
  count: number,
  { applies }: Rule,
  window: NightWindow,
  days: readonly number[],
): number {
  const listed = Array.from({ length: 7 }, (_, weekday) => days.includes(weekday));
  const apart = new Int32Array(count).fill(-1);
  let all = count;
  for (const { from, to } of spansInForce(applies, window)) {
    for (let index = from, weekday = weekdayOf(window.first + from); index < to; index++) {
      if (listed[weekday]) {
        const kind = kinds[index] ?? 0;
        if (apart[kind] === -1) apart[kind] = all++;
        kinds[index] = apart[kind] ?? 0;
      }
      weekday = weekday === 6 ? 0 : weekday + 1;
    }
  }
  return all;
}

/** Renumbers the kinds of nights from `first` on, in the order of their first nights. @returns those nights */
function numberInOrder(kinds: Int32Array, count: number, first: number): Int32Array {
  const numbers = new Int32Array(count).fill(-1);
  const firsts = new Int32Array(count);
  let next = 0;
  for (let index = 0; index < kinds.length; index++) {
    const kind = kinds[index] ?? 0;
    if (numbers[kind] === -1) {
      firsts[next] = first + index;
      numbers[kind] = next++;
    }
    kinds[index] = numbers[kind] ?? 0;
  }
  return firsts.slice(0, next);
}
