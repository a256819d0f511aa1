import { mayAny } from "../../../../kernel/access/scopes.ts";
import { insufficientScope } from "../../../../kernel/errors.ts";
import { isLocale } from "../../../../kernel/locales.ts";
import type { Resource } from "../../../../kernel/resource.ts";
import type { Outcome } from "../../../../kernel/route.ts";
import type { Translations } from "../../../../kernel/values/structure.ts";
import type { ActedOn, ActionRequest } from "../../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { booking } from "../../../stays/bookings/booking.ts";
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
import { renderAttributes, renderedTemplate } from "./rendered-template.ts";
import { isUnknownName, missing, unknownNames, valuesIn } from "./stay-values.ts";
import { readBookingFacts, readFacts, type TemplateFacts } from "./template-facts.ts";

/** A template's texts in one language. */
interface Texts {
  readonly locale: string;
  readonly subject: string | null;
  readonly body: string;
}

/**
 * Renders a template for a conversation, in its guest's language or else the account's.
 * A missing subject, such as a booking, or an unknown name of the guest is an error rather than an empty text.
 * @throws RequestError 422; 403 for a token that can't read what the template shows
 */
export async function renderTemplate(context: WriteContext, { id }: ActedOn, request: ActionRequest): Promise<Outcome> {
  const bookingId = request.draft.input(renderAttributes.booking_id);
  const facts = await readFacts(context, id, bookingId ?? undefined);
  if (!facts) request.errors.add("booking_id", "must be a booking that the conversation is about");
  return rendered(context, request, facts, { shows: conversation, id });
}

/** Renders a template for a booking, whether or not there is a conversation about it. Otherwise like `renderTemplate`. */
export async function renderForBooking(
  context: WriteContext,
  { id }: ActedOn,
  request: ActionRequest,
): Promise<Outcome> {
  return rendered(context, request, await readBookingFacts(context, id), { shows: booking, id });
}

async function rendered(
  context: WriteContext,
  { draft, errors }: ActionRequest,
  facts: TemplateFacts | undefined,
  about: { readonly shows: Resource; readonly id: number },
): Promise<Outcome> {
  const templateId = draft.input(renderAttributes.message_template_id);
  const template = typeof templateId === "number" ? await readTemplate(context, templateId) : undefined;
  if (typeof templateId === "number" && !template) errors.add("message_template_id", "must exist");
  errors.throwIfAny();
  if (!template || !facts) throw new Error(`A rendering passed validation without a template.`);

  const texts = textsIn(template, facts.guest?.locale ?? null, context.account.defaultLocale);
  const names = namesIn(`${texts.subject ?? ""} ${texts.body}`).filter(isPlaceholder);
  const subjects = new Set(names.map(subjectOf));
  assertReads(context, subjects);
  for (const subject of subjects) if (!has(facts, subject)) errors.add("base", missing[subject]);
  if (subjects.has("guest") && facts.guest?.restricted && !context.caller.ofAccount)
    errors.add("base", "the guest's data is restricted: only the account's own people can use it");
  errors.throwIfAny();

  const values = valuesIn(facts, texts.locale);
  for (const name of names) if (facts.guest && isUnknownName(name, values)) errors.add("base", unknownNames[name]);
  errors.throwIfAny();

  const textOf = (placeholder: Placeholder): string => values[placeholder] ?? "";
  const object = JSON.stringify({
    message_template_id: templateId,
    locale: texts.locale,
    subject: texts.subject && filledIn(texts.subject, textOf),
    content: filledIn(texts.body, textOf),
  });
  return { computes: renderedTemplate, object, about };
}

const has = (facts: TemplateFacts, subject: Subject): boolean => facts[subject] !== undefined;

/** Ensures that templates reveal no more than reads do. @throws RequestError 403 */
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

/** The texts in the guest's locale, its language, or the account's own locale, in this order. Every template has a text in some language. */
function textsIn(
  template: { subject: Translations; body: Translations },
  preferred: string | null,
  own: string,
): Texts {
  const candidates = [preferred ?? own, (preferred ?? own).split("-")[0] ?? own, own, ...Object.keys(template.body)];
  for (const locale of candidates) {
    const body = isLocale(locale) ? template.body[locale] : undefined;
    if (isLocale(locale) && body) return { locale, body, subject: template.subject[locale] ?? null };
  }
  throw new Error("The template has no text in any language.");
}
