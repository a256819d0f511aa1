import { mayAny } from "../../../../kernel/access/scopes.ts";
import { insufficientScope, type ValidationErrors } from "../../../../kernel/errors.ts";
import type { Resource } from "../../../../kernel/resource.ts";
import type { Outcome } from "../../../../kernel/route.ts";
import type { ActedOn, ActionRequest } from "../../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { booking } from "../../../stays/bookings/booking.ts";
import { conversation } from "../conversation.ts";
import { readBookingFacts, readFacts, type TemplateFacts } from "./facts/template-facts.ts";
import { readersOf, type Subject } from "./placeholders.ts";
import { emptyProblems, renderTexts, type TemplateTexts, type Texts, textsIn } from "./render-texts.ts";
import { renderAttributes, renderedTemplate } from "./rendered-template.ts";
import { namesIn } from "./text/check-text.ts";

/**
 * Renders a template for a conversation, in its guest's language or else the account's.
 * A missing subject, such as a booking, or an unknown name of the guest is an error rather than an empty text.
 * @throws RequestError 422; 403 for a token that can't read the template's values
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
  const texts = template && facts && textsIn(template, facts);
  if (!texts) throw new Error(`A rendering passed validation without a text.`);

  assertReads(context, texts, facts, errors);
  const { errors: problems, isSlow: _, ...object } = renderTexts(texts, facts);
  for (const problem of problems) errors.add("base", problem);
  for (const problem of emptyProblems(object.warnings, facts)) errors.add("base", problem);
  errors.throwIfAny();
  return { computes: renderedTemplate, object: JSON.stringify({ message_template_id: templateId, ...object }), about };
}

/**
 * Ensures that templates reveal no more than reads do, in any branch of their conditions.
 * @throws RequestError 403; 422 for texts that are not well-formed, or show a restricted guest
 */
export function assertReads(
  { caller }: WriteContext,
  { subject, body }: Texts,
  facts: TemplateFacts,
  errors: ValidationErrors,
): void {
  const subjects = new Set([...subjectsOf("subject", subject ?? "", errors), ...subjectsOf("body", body, errors)]);
  errors.throwIfAny();
  for (const one of subjects) {
    const readers = readersOf[one];
    if (readers.length > 0 && !mayAny(caller.scopes, readers))
      throw insufficientScope(`The ${one} in the template`, readers);
  }
  if (subjects.has("guest") && facts.guest?.restricted && !caller.ofAccount)
    errors.add("base", "the guest's data is restricted: only the account's own people can use it");
  errors.throwIfAny();
}

function subjectsOf(part: "subject" | "body", text: string, errors: ValidationErrors): Iterable<Subject> {
  const names = namesIn(text);
  if ("problem" in names)
    errors.add("base", `the ${part} has an error in line ${names.problem.line}: ${names.problem.message}`);
  return "problem" in names ? [] : names.subjects;
}

async function readTemplate({ transaction, account }: WriteContext, id: number): Promise<TemplateTexts | undefined> {
  return transaction.row<{ subject: TemplateTexts["subject"]; body: TemplateTexts["body"] }>(
    "select subject, body from message_templates where account_id = $1 and id = $2 and deleted_at is null",
    [account.id, id],
  );
}
