import { dayIn } from "../../../../core/time-zone.ts";
import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import type { InvoicedBooking } from "../document/invoiced-booking.ts";
import { invoice } from "../invoice.ts";
import { type DraftInvoice, draftInvoice, type InvoiceRequest } from "./draft-invoice.ts";
import { issueInvoice } from "./issue-invoice.ts";

const { attributes: input } = invoice;

/** Reads a request for an invoice. */
export function requestOf(draft: Draft, errors: ValidationErrors): InvoiceRequest {
  if (draft.input(input.kind) === "credit_note")
    errors.add("kind", "must be invoice or deposit. POST /invoices/:invoice_id/credit makes a credit note");
  return {
    kind: draft.input(input.kind) === "deposit" ? "deposit" : "invoice",
    amount: draft.input(input.amount) ?? undefined,
    locale: draft.input(input.locale) ?? undefined,
    buyer: draft.input(input.buyer) ?? {},
    electronic: draft.input(input.electronic) ?? undefined,
    notes: draft.input(input.notes) ?? null,
  };
}

/** Today in the account's time zone, as an epoch day. */
export const todayOf = ({ account, now }: WriteContext): number => dayIn(account.timeZone, now);

/**
 * Drafts an invoice of a locked booking.
 * @throws RequestError 422 with every problem
 */
export async function checkedDraft(
  context: WriteContext,
  booking: InvoicedBooking,
  request: InvoiceRequest,
  errors: ValidationErrors,
): Promise<DraftInvoice> {
  const drafted = await draftInvoice(context, booking, request, todayOf(context), errors);
  errors.throwIfAny();
  if (!drafted) throw new Error("An invoice without problems was not drafted.");
  return drafted;
}

/**
 * Issues an invoice or a deposit invoice of a locked booking.
 * @returns its id
 * @throws RequestError 422 with every problem
 */
export async function createInvoice(
  context: WriteContext,
  booking: InvoicedBooking,
  request: InvoiceRequest,
  errors: ValidationErrors,
): Promise<number> {
  const drafted = await checkedDraft(context, booking, request, errors);
  return issueInvoice(context, { booking: booking.id, client: booking.client, ...drafted }, todayOf(context));
}
