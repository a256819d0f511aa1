import type { Outcome } from "../../../../kernel/route.ts";
import type { ActedOn, ActionRequest } from "../../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { booking } from "../../../stays/bookings/booking.ts";
import { readBookingFacts } from "./facts/template-facts.ts";
import { checkPlaceholders } from "./message-template.ts";
import { assertReads } from "./render-template.ts";
import { renderTexts, textsIn } from "./render-texts.ts";
import { previewTexts, templatePreview } from "./rendered-template.ts";

/**
 * Renders texts that need not be saved for a booking's guest, in the guest's language or else the account's.
 * An empty name is a warning, and not an error as in a rendering.
 * @throws RequestError 422 for texts that a template can't have; 403 for a token that can't read their values
 */
export async function previewTemplate(
  context: WriteContext,
  { id }: ActedOn,
  { draft, errors }: ActionRequest,
): Promise<Outcome> {
  await checkPlaceholders(draft, errors, context);
  errors.throwIfAny();
  // A preview has no secret in it.
  const facts = { ...(await readBookingFacts(context, id)), paymentLink: "https://…/pay/…" };
  const texts = textsIn(
    { subject: draft.input(previewTexts.subject) ?? {}, body: draft.input(previewTexts.body) ?? {} },
    facts,
  );
  if (!texts) errors.add("body", "can't be blank");
  errors.throwIfAny();
  if (!texts) throw new Error("A preview passed validation without a text.");
  assertReads(context, texts, facts, errors);
  const { errors: problems, isSlow: _, ...object } = renderTexts(texts, facts);
  for (const problem of problems) errors.add("base", problem);
  errors.throwIfAny();
  return { computes: templatePreview, object: JSON.stringify(object), about: { shows: booking, id } };
}
