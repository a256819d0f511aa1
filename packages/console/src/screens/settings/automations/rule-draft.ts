import type { Resource } from "@roost/client";

/** A rule that acts (docs/guides/automations.md). */
export type Rule = Resource<"automations">;

/** A rule's values that its sentence contains. */
export type RuleValues = Pick<
  Rule,
  | (
      | "trigger"
      | "offset_days"
      | "offset_hours"
      | "at"
      | "effect"
      | "delivery"
      | "recipients"
      | "built_in"
      | "task_kind"
    )
  | ("rental_ids" | "rentals_tag_ids" | "bookings_tag_ids" | "source_ids" | "min_nights" | "max_nights")
  | ("min_lead_days" | "max_lead_days" | "languages" | "payment_state" | "guests" | "imported")
> & { readonly template: number | null };

/** A rule in a form, as text. */
export interface RuleDraft {
  readonly name: string;
  readonly state: Rule["state"];
  readonly trigger: Rule["trigger"];
  /** Both offsets, empty for none. `direction` is their side; hours of the other side are negative. */
  readonly days: string;
  readonly hours: string;
  readonly direction: "before" | "after";
  /** Such as 17:00; empty for the moment's own hour. */
  readonly at: string;
  readonly if_late: Rule["if_late"];
  readonly effect: Rule["effect"];
  readonly template: string;
  readonly delivery: Rule["delivery"];
  /** E-mail addresses, separated by commas. */
  readonly recipients: string;
  readonly content: string;
  readonly task_kind: NonNullable<Rule["task_kind"]>;
  /** One item in each line. */
  readonly task_checklist: string;
  readonly rental_ids: readonly string[];
  readonly rentals_tag_ids: readonly string[];
  readonly bookings_tag_ids: readonly string[];
  readonly source_ids: readonly string[];
  readonly languages: readonly string[];
  readonly min_nights: string;
  readonly max_nights: string;
  readonly min_lead_days: string;
  readonly max_lead_days: string;
  readonly payment_state: "paid" | "unpaid" | "";
  readonly guests: "new" | "returning" | "";
  readonly imported: Rule["imported"];
  readonly built_in: Rule["built_in"];
}

/** Moments that are known before they come. Other triggers are events, which nothing can precede. */
export const foreseen: ReadonlySet<Rule["trigger"]> = new Set(["arrival", "departure", "balance_due", "hold_expiring"]);

/** Whether a rule acts about inquiries, before there is a booking. */
export const isAboutInquiries = ({ trigger }: Pick<RuleDraft, "trigger">): boolean => trigger === "inquiry_received";

/** The draft with another moment. An inquiry has no stay to plan a task for. */
export const withTrigger = (draft: RuleDraft, trigger: Rule["trigger"]): RuleDraft => ({
  ...draft,
  ...{ trigger, effect: draft.effect === "task" && isAboutInquiries({ trigger }) ? "message" : draft.effect },
});

const texts = (list: readonly (string | number)[] | null | undefined): string[] => (list ?? []).map(String);
const text = (value: string | number | null | undefined): string => String(value ?? "");

/** A rule's draft; without one, a message at five in the afternoon, two days before arrival. */
export function draftOfRule(rule: Rule | undefined): RuleDraft {
  const [days, hours] = rule ? [rule.offset_days, rule.offset_hours] : [-2, 0];
  const isBefore = (days || hours) < 0;
  const written = (offset: number) => (offset === 0 ? "" : String(isBefore ? -offset : offset));
  return {
    name: text(rule?.name),
    state: rule?.state ?? "on",
    trigger: rule?.trigger ?? "arrival",
    days: written(days),
    hours: written(hours),
    direction: isBefore ? "before" : "after",
    at: rule ? text(rule.at) : "17:00",
    if_late: rule?.if_late ?? "skip",
    effect: rule?.effect ?? "message",
    template: text(rule?.links.message_template),
    delivery: rule?.delivery ?? "mail",
    recipients: (rule?.recipients ?? []).join(", "),
    content: text(rule?.content),
    task_kind: rule?.task_kind ?? "cleaning",
    task_checklist: (rule?.task_checklist ?? []).join("\n"),
    rental_ids: texts(rule?.rental_ids),
    rentals_tag_ids: texts(rule?.rentals_tag_ids),
    bookings_tag_ids: texts(rule?.bookings_tag_ids),
    source_ids: texts(rule?.source_ids),
    languages: texts(rule?.languages),
    min_nights: text(rule?.min_nights),
    max_nights: text(rule?.max_nights),
    min_lead_days: text(rule?.min_lead_days),
    max_lead_days: text(rule?.max_lead_days),
    payment_state: rule?.payment_state ?? "",
    guests: rule?.guests ?? "",
    imported: rule?.imported ?? "excluded",
    built_in: rule?.built_in ?? null,
  };
}

const count = (written: string): number | null => (written.trim() === "" ? null : Number(written));
const linesIn = (written: string): string[] | null => {
  const lines = written.split("\n").flatMap((line) => line.trim() || []);
  return lines.length === 0 ? null : lines;
};
const ids = (list: readonly string[]): number[] | null => (list.length === 0 ? null : list.map(Number));

function addressesIn(written: string): string[] | null {
  const addresses = written.split(/[\s,;]+/).filter((address) => address !== "");
  return addresses.length === 0 ? null : addresses;
}

/** The values of a draft, as the API has them. */
export function valuesOfDraft(draft: RuleDraft): RuleValues {
  const isBefore = draft.direction === "before" && foreseen.has(draft.trigger);
  // Zero is never negative: JSON would write it as 0, and the sentence as -0.
  const offset = (written: string) => (count(written) ?? 0) * (isBefore ? -1 : 1) || 0;
  const hours = offset(draft.hours);
  const ofBookings = !isAboutInquiries(draft);
  return {
    trigger: draft.trigger,
    offset_days: offset(draft.days),
    offset_hours: hours,
    at: hours === 0 && draft.at !== "" ? draft.at : null,
    effect: draft.effect,
    delivery: draft.delivery,
    template: draft.effect === "message" ? count(draft.template) : null,
    task_kind: draft.effect === "task" ? draft.task_kind : null,
    recipients: draft.effect === "mail" ? addressesIn(draft.recipients) : null,
    rental_ids: ids(draft.rental_ids),
    rentals_tag_ids: ids(draft.rentals_tag_ids),
    bookings_tag_ids: ofBookings ? ids(draft.bookings_tag_ids) : null,
    source_ids: ids(draft.source_ids),
    min_nights: count(draft.min_nights),
    max_nights: count(draft.max_nights),
    min_lead_days: count(draft.min_lead_days),
    max_lead_days: count(draft.max_lead_days),
    languages: draft.languages.length === 0 ? null : [...draft.languages],
    payment_state: (ofBookings && draft.payment_state) || null,
    guests: draft.guests || null,
    imported: ofBookings ? draft.imported : "excluded",
    built_in: draft.built_in,
  };
}

type Written = string | number | readonly (string | number)[] | null;

/** The draft as the API takes it, with null for empty fields. */
export function attributesOf(draft: RuleDraft): Record<string, Written> & Pick<Rule, "trigger" | "effect"> {
  const { template, built_in: _, ...values } = valuesOfDraft(draft);
  const isWritten = draft.effect === "note" || draft.effect === "mail";
  const isTask = draft.effect === "task";
  return {
    ...values,
    name: draft.name.trim() || null,
    state: draft.state,
    if_late: draft.if_late,
    message_template_id: template,
    content: isWritten || (isTask && draft.content.trim() !== "") ? draft.content : null,
    task_checklist: isTask ? linesIn(draft.task_checklist) : null,
  };
}
