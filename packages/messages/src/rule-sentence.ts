import type { SharedKey } from "./shared-messages.ts";
import type { MessageValues, NamesBelow } from "./translate.ts";

type Words = (key: SharedKey, values?: MessageValues) => string;
type Trigger = NamesBelow<SharedKey, "automations.on">;
type ForeseenTrigger = NamesBelow<SharedKey, "automations.before">;
type Done = NamesBelow<SharedKey, "automations.does">;

/** The moments that a rule may precede. */
const foreseen: readonly ForeseenTrigger[] = ["arrival", "departure", "balance_due", "hold_expiring"];

/** A rule's values that its sentence says (docs/guides/automations.md). */
export interface SaidRule {
  readonly trigger: Trigger;
  readonly offset_days: number;
  readonly offset_hours: number;
  readonly at: string | null;
  readonly effect: Extract<Done, "note" | "webhook"> | "message" | "mail" | "task";
  readonly delivery: "mail" | "conversation";
  readonly recipients: readonly string[] | null;
  readonly built_in: Exclude<Done, "note" | "webhook"> | null;
  readonly min_nights: number | null;
  readonly max_nights: number | null;
  readonly min_lead_days: number | null;
  readonly max_lead_days: number | null;
  readonly payment_state: NamesBelow<SharedKey, "automations.payments"> | null;
  readonly guests: NamesBelow<SharedKey, "automations.guests"> | null;
  readonly imported: NamesBelow<SharedKey, "automations.imports">;
}

/** The names of records that a rule refers to. */
export interface RuleLabels {
  /** The template; undefined for Roost's own mail. */
  readonly template: string | undefined;
  /** The task's kind. */
  readonly work: string;
  /** The records or languages of each condition that lists some. */
  readonly lists: readonly (readonly string[])[];
}

/** Describes a rule: its trigger, effect and conditions. @param locale of lists, such as `de-AT` */
export function ruleSentence(rule: SaidRule, labels: RuleLabels, t: Words, locale: string): string {
  const list = new Intl.ListFormat(locale, { type: "unit" });
  const sentence = t("automations.sentence", { when: whenOf(rule, t, list), what: whatOf(rule, labels, t) });
  const conditions = conditionsOf(rule, labels, t);
  if (conditions.length === 0) return sentence;
  return `${sentence} ${t("automations.onlyFor", { conditions: list.format(conditions) })}`;
}

function whenOf({ trigger, offset_days, offset_hours, at }: SaidRule, t: Words, list: Intl.ListFormat): string {
  const isBefore = (offset_days || offset_hours) < 0;
  // Hours of the other side are negative.
  const [days, hours] = isBefore ? [-offset_days, -offset_hours] : [offset_days, offset_hours];
  const parts = [
    ...(offset_days === 0 ? [] : [t("automations.days", { count: days })]),
    ...(offset_hours === 0 ? [] : [t("automations.hours", { count: hours })]),
  ];
  const day =
    parts.length === 0 ? t(`automations.on.${trigger}`) : `${list.format(parts)} ${momentOf(trigger, isBefore, t)}`;
  return at === null ? day : t("automations.atHour", { day, hour: at });
}

function momentOf(trigger: Trigger, isBefore: boolean, t: Words): string {
  const before = isBefore ? foreseen.find((one) => one === trigger) : undefined;
  return before === undefined ? t(`automations.after.${trigger}`) : t(`automations.before.${before}`);
}

function whatOf({ effect, delivery, recipients, built_in }: SaidRule, labels: RuleLabels, t: Words): string {
  if (effect === "mail") return t("automations.mails", { people: (recipients ?? []).join(", ") || "…" });
  if (effect === "task") return t("automations.plans", { work: labels.work });
  if (effect !== "message") return t(`automations.does.${effect}`);
  if (labels.template === undefined && built_in !== null) return t(`automations.does.${built_in}`);
  const template = labels.template ?? "…";
  return delivery === "mail"
    ? t("automations.sends", { template })
    : t("automations.sendsInConversation", { template });
}

function conditionsOf(rule: SaidRule, { lists }: RuleLabels, t: Words): string[] {
  return [
    ...lists.filter((names) => names.length > 0).map((names) => names.join(" / ")),
    ...(rule.min_nights === null ? [] : [t("automations.minNights", { count: rule.min_nights })]),
    ...(rule.max_nights === null ? [] : [t("automations.maxNights", { count: rule.max_nights })]),
    ...(rule.min_lead_days === null ? [] : [t("automations.minLead", { count: rule.min_lead_days })]),
    ...(rule.max_lead_days === null ? [] : [t("automations.maxLead", { count: rule.max_lead_days })]),
    ...(rule.payment_state === null ? [] : [t(`automations.payments.${rule.payment_state}`)]),
    ...(rule.guests === null ? [] : [t(`automations.guests.${rule.guests}`)]),
    ...(rule.imported === "excluded" ? [] : [t(`automations.imports.${rule.imported}`)]),
  ];
}
