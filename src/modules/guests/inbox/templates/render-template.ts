import { mayAny } from "../../../../kernel/access/scopes.ts";
import { insufficientScope } from "../../../../kernel/errors.ts";
import { isLocale } from "../../../../kernel/locales.ts";
import type { Outcome } from "../../../../kernel/route.ts";
import type { Translations } from "../../../../kernel/values/structure.ts";
import type { ActedOn, ActionRequest } from "../../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { conversation } from "../conversation.ts";
import {
  filledIn,
  isPlaceholder,
  namesIn,
  type Placeholder,
  readersOf,
  type Subject,
  subjectOf,
} from "./placeholders.ts";
import { asked, renderBody, renderedTemplate } from "./rendered-template.ts";
import { missing, valuesIn } from "./stay-values.ts";
import { readFacts, type TemplateFacts } from "./template-facts.ts";

/** The texts of a template in one language. */
interface Texts {
  readonly locale: string;
  readonly subject: string | null;
  readonly body: string;
}

/**
 * Fills in a template for a conversation: in the language of its guest, else in the account's own. What there is nothing of (a booking, in
 * a conversation about none) is refused rather than left empty.
 * @throws RequestError 422; 403 for a token that does not read what the template tells
 */
export async function renderTemplate(
  context: WriteContext,
  { id }: ActedOn,
  { draft, errors }: ActionRequest,
): Promise<Outcome> {
  const [templateId, bookingId] = [draft.given(asked.message_template_id), draft.given(asked.booking_id)];
  const template = typeof templateId === "number" ? await readTemplate(context, templateId) : undefined;
  if (typeof templateId === "number" && !template) errors.add("message_template_id", "must exist");
  const facts = await readFacts(context, id, bookingId ?? undefined);
  if (!facts) errors.add("booking_id", "must be a booking that the conversation is about");
  errors.throwIfAny();
  if (!template || !facts) throw new Error(`A rendering of ${renderBody.of.name} was let in without a template.`);

  const texts = textsIn(template, facts.guest?.locale ?? null, context.account.defaultLocale);
  const names = namesIn(`${texts.subject ?? ""} ${texts.body}`).filter(isPlaceholder);
  const subjects = new Set(names.map(subjectOf));
  assertReads(context, subjects);
  for (const subject of subjects) if (!isThere(facts, subject)) errors.add("base", missing[subject]);
  if (subjects.has("guest") && facts.guest?.restricted && !context.caller.ofAccount)
    errors.add("base", "the guest's data is used no more: only the account's own people may write with it");
  errors.throwIfAny();

  const values = valuesIn(facts, texts.locale);
  const textOf = (placeholder: Placeholder): string => values[placeholder] ?? "";
  const object = JSON.stringify({
    message_template_id: templateId,
    locale: texts.locale,
    subject: texts.subject && filledIn(texts.subject, textOf),
    content: filledIn(texts.body, textOf),
  });
  return { computes: renderedTemplate, object, about: { shows: conversation, id } };
}

const isThere = (facts: TemplateFacts, subject: Subject): boolean => facts[subject] !== undefined;

/** Nobody learns more by a template than by a read. @throws RequestError 403 */
function assertReads({ caller }: WriteContext, subjects: ReadonlySet<Subject>): void {
  for (const subject of subjects) {
    const readers = readersOf[subject];
    if (readers.length > 0 && !mayAny(caller.scopes, readers))
      throw insufficientScope(`The ${subject} in the template`, readers);
  }
}

async function readTemplate({ transaction, account }: WriteContext, id: number) {
  return transaction.row<{ subject: Translations; body: Translations }>(
    "select subject, body from message_templates where account_id = $1 and id = $2 and deleted_at is null",
    [account.id, id],
  );
}

/** The first of the guest's locale, its language, and the account's own in which the template has a text; each template has the last. */
function textsIn(template: { subject: Translations; body: Translations }, wanted: string | null, own: string): Texts {
  const candidates = [wanted ?? own, (wanted ?? own).split("-")[0] ?? own, own, ...Object.keys(template.body)];
  for (const locale of candidates) {
    const body = isLocale(locale) ? template.body[locale] : undefined;
    if (isLocale(locale) && body) return { locale, body, subject: template.subject[locale] ?? null };
  }
  throw new Error("A template has a text in no language.");
}
