import type { Attribute } from "../../../kernel/attribute.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import { isLocale } from "../../../kernel/locales.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { automation } from "./automation.ts";
import { foreseenTriggers } from "./automation-words.ts";
import { checkInquiryRule } from "./check-inquiry-rule.ts";
import { assertMaySend } from "./texts/assert-may-send.ts";
import { contentProblem } from "./texts/content-problem.ts";

const { attributes, relations } = automation;

/**
 * Checks a rule as a whole: its moment, its effect's parts, and the records that its conditions name.
 * @throws RequestError 403 for a text for others that shows attributes that the caller can't read
 */
export async function checkAutomation(draft: Draft, errors: ValidationErrors, context: WriteContext): Promise<void> {
  checkMoment(draft, errors);
  checkEffect(draft, errors);
  checkInquiryRule(draft, errors);
  checkRange(draft, errors, "min_nights", "max_nights");
  checkRange(draft, errors, "min_lead_days", "max_lead_days");
  const unknown = (draft.input(attributes.languages) ?? []).find((language) => !isLocale(language));
  if (unknown !== undefined) errors.add("languages", `has an unknown language: ${unknown}`);
  await checkIds(context, draft, errors);
  await assertMaySend(context, draft);
}

function checkMoment(draft: Draft, errors: ValidationErrors): void {
  const at = draft.value(attributes.at) ?? null;
  const hours = draft.value(attributes.offset_hours) ?? 0;
  const days = draft.value(attributes.offset_days) ?? 0;
  const trigger = draft.value(attributes.trigger);
  if (at !== null && !/^([01]\d|2[0-3]):[0-5]\d$/.test(at)) errors.add("at", "must be a time such as 17:00");
  if (at !== null && hours !== 0) errors.add("offset_hours", "must be 0 together with at");
  if (trigger === null || trigger === undefined || foreseenTriggers.has(trigger)) return;
  const problem = `can't be negative for ${trigger}`;
  if (days < 0) errors.add("offset_days", problem);
  if (hours < 0) errors.add("offset_hours", problem);
}

function checkEffect(draft: Draft, errors: ValidationErrors): void {
  const effect = draft.value(attributes.effect);
  const template = draft.value(relations.message_template.reference) ?? null;
  const content = draft.value(attributes.content) ?? null;
  const recipients = draft.value(attributes.recipients) ?? null;
  const isWritten = effect === "note" || effect === "mail";
  if (isWritten && (template === null) === (content === null))
    errors.add("content", `a ${effect} needs either content or a message_template_id`);
  if (!isWritten && effect !== "task" && content !== null)
    errors.add("content", `can't be set for the effect ${effect}`);
  if ((effect === "webhook" || effect === "task") && template !== null)
    errors.add("message_template_id", `can't be set for the effect ${effect}`);
  if (effect === "mail" && recipients === null) errors.add("recipients", "can't be blank for an e-mail");
  if (effect !== "mail" && recipients !== null) errors.add("recipients", `can't be set for the effect ${effect}`);
  checkTask(draft, errors);
  const problem = content === null ? undefined : contentProblem(content);
  if (problem !== undefined) errors.add("content", problem);
}

function checkTask(draft: Draft, errors: ValidationErrors): void {
  const effect = draft.value(attributes.effect);
  const kind = draft.value(attributes.task_kind) ?? null;
  if (effect === "task") {
    if (kind === null) errors.add("task_kind", "can't be blank for a task");
    return;
  }
  if (kind !== null) errors.add("task_kind", `can't be set for the effect ${effect}`);
  if ((draft.value(attributes.task_checklist) ?? null) !== null)
    errors.add("task_checklist", `can't be set for the effect ${effect}`);
}

function checkRange(
  draft: Draft,
  errors: ValidationErrors,
  first: "min_nights" | "min_lead_days",
  last: "max_nights" | "max_lead_days",
): void {
  const [from, until] = [draft.value(attributes[first]), draft.value(attributes[last])];
  if (typeof from === "number" && typeof until === "number" && from > until)
    errors.add(last, `can't be below ${first}`);
}

/** Statements that count those of some ids that exist in the account. */
const counting = {
  rental_ids:
    "select count(*) as found from rentals where account_id = $1 and id = any($2::bigint[]) and deleted_at is null",
  rentals_tag_ids: "select count(*) as found from rentals_tags where account_id = $1 and id = any($2::bigint[])",
  bookings_tag_ids: "select count(*) as found from bookings_tags where account_id = $1 and id = any($2::bigint[])",
  source_ids: "select count(*) as found from sources where account_id = $1 and id = any($2::bigint[])",
} as const;

async function checkIds(context: WriteContext, draft: Draft, errors: ValidationErrors): Promise<void> {
  const { rental_ids, rentals_tag_ids, bookings_tag_ids, source_ids } = attributes;
  await checkExist(context, draft, errors, ["rental_ids", rental_ids, counting.rental_ids]);
  await checkExist(context, draft, errors, ["rentals_tag_ids", rentals_tag_ids, counting.rentals_tag_ids]);
  await checkExist(context, draft, errors, ["bookings_tag_ids", bookings_tag_ids, counting.bookings_tag_ids]);
  await checkExist(context, draft, errors, ["source_ids", source_ids, counting.source_ids]);
}

async function checkExist(
  { transaction, account }: WriteContext,
  draft: Draft,
  errors: ValidationErrors,
  [name, attribute, counts]: readonly [string, Attribute<readonly number[]>, string],
): Promise<void> {
  const ids = draft.input(attribute);
  if (!draft.changes(attribute) || ids === null || ids === undefined) return;
  const [row] = await transaction.read({ text: counts }, [account.id, `{${ids.join(",")}}`]);
  if (ids.length === 0) errors.add(name, "can't be empty: use null for all");
  else if (Number(row?.[0]) !== ids.length) errors.add(name, "must exist");
}
