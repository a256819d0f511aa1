import type { RatesRuleKind } from "../../../core/pricing/rules/rates-rule.ts";
import { isObject } from "../../../kernel/values/structure.ts";

/** A rates rule's record. */
export type RuleRecord = Readonly<Record<string, unknown>>;

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** Describes a rates rule in English (pricing.md §2). */
export function ruleWords(kind: RatesRuleKind, rule: RuleRecord): string {
  const name = typeof rule.period_name === "string" && rule.period_name !== "" ? ` (${rule.period_name})` : "";
  return `${sentences[kind](rule)}${name}`;
}

const sentences: Readonly<Record<RatesRuleKind, (rule: RuleRecord) => string>> = {
  additional_person_fixed_per_night: (rule) =>
    `${text(rule.fixed_amount)} per night for each guest above ${variable(rule, "occupation_greater_than")}`,
  arrival_only: (rule) => `arrival only on ${days(rule)}`,
  charge_at_least: (rule) => `at least ${duration(rule)} are charged`,
  charge_at_least_full_period: (rule) => `the whole period ${dates(rule)} is charged`,
  charge_at_least_if_available: (rule) => `at least ${duration(rule)} are charged, if the adjacent nights are free`,
  departure_only: (rule) => `departure only on ${days(rule)}`,
  early_booking: (rule) => `${change(rule)} when booked ${duration(rule)} or more before arrival`,
  full_period_only: (rule) => `only the whole period ${dates(rule)} can be booked`,
  late_booking: (rule) => `${change(rule)} when booked within ${duration(rule)} of arrival`,
  occupation_less_than: (rule) => `${change(rule)} for fewer than ${variable(rule, "occupation_less_than")} guests`,
  prevent_gap: (rule) => `must not leave a gap of less than ${duration(rule)} next to another booking`,
  prevent_if_booked_ahead_of: (rule) => `arrival no more than ${duration(rule)} from today`,
  prevent_if_booked_less_than: (rule) => `arrival no sooner than ${duration(rule)} from today`,
  stay_at_least: (rule) => `${change(rule)} for stays of ${duration(rule)} or more`,
  stay_shorter_than: (rule) => `${change(rule)} for stays shorter than ${duration(rule)}`,
  strict_minimum_price_per_night: (rule) => `minimum price per night: its rate ${change(rule)}`,
  weekend_night: (rule) => `${change(rule)} for nights of ${days(rule)}`,
};

export function isRuleKind(kind: unknown): kind is RatesRuleKind {
  return typeof kind === "string" && Object.hasOwn(sentences, kind);
}

function variable({ variables }: RuleRecord, name: string): string {
  return text(isObject(variables) ? variables[name] : undefined);
}

function duration(rule: RuleRecord): string {
  const [length, unit] = [variable(rule, "length"), variable(rule, "unit")];
  return `${length} ${length === "1" ? unit.replace(/s$/, "") : unit}`;
}

function days({ variables }: RuleRecord): string {
  const listed: unknown[] = isObject(variables) && Array.isArray(variables.days) ? variables.days : [];
  const names = listed.map((day) => weekdays[Number(day)] ?? text(day));
  return names.length > 0 ? names.join(" or ") : "certain weekdays";
}

function dates({ start_date, end_date }: RuleRecord): string {
  return start_date && end_date ? `from ${text(start_date)} to the night of ${text(end_date)}` : "of its season";
}

/** `+20%`, `-12.5%`. */
function change({ percentage }: RuleRecord): string {
  const value = text(percentage).replace(/\.0$/, "");
  return `${/^[-?]/.test(value) ? "" : "+"}${value}%`;
}

function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "?";
}
