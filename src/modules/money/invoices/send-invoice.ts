import { string, text } from "../../../kernel/attribute.ts";
import { bodyOf, jsonBody } from "../../../kernel/request-body.ts";
import type { Outcome } from "../../../kernel/route.ts";
import { formats } from "../../../kernel/values/text.ts";
import type { ActedOn, ActionRequest } from "../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { queueMail } from "../../platform/mails/queue-mail.ts";
import { invoiceMail } from "../../platform/mails/templates/invoice-mail.ts";
import { asDocument } from "./document/invoice-document.ts";
import { invoice } from "./invoice.ts";

const input = {
  email: string({ format: formats.email })
    .inputOnly()
    .description("Where to send it; by default the recipient's address."),
  message: text({ maxLength: 5000 })
    .inputOnly()
    .description("A message to the recipient. Default: one sentence in the invoice's language."),
};

/** The body of an invoice's mail. */
export const sendBody = jsonBody(bodyOf(invoice, input, "is not an attribute of an invoice's e-mail"), {
  own: true,
  optional: true,
});

/**
 * Mails an invoice to its recipient, with its files attached.
 * @throws RequestError 422 without an address, or for a guest who was erased or has restricted processing
 */
export async function sendInvoice(
  context: WriteContext,
  { id }: ActedOn,
  { draft, errors }: ActionRequest,
): Promise<Outcome> {
  const { transaction, account } = context;
  const row = await transaction.row<{
    document: unknown;
    booking_id: number;
    client_id: number | null;
    hidden: boolean;
  }>(
    `select invoices.document, invoices.booking_id, coalesce(invoices.client_id, bookings.client_id) as client_id,
       coalesce(clients.forget_me_at is not null or clients.processing_restricted_at is not null, false) as hidden
     from invoices join bookings on bookings.account_id = $1 and bookings.id = invoices.booking_id
     left join clients on clients.account_id = $1 and clients.id = coalesce(invoices.client_id, bookings.client_id)
     where invoices.account_id = $1 and invoices.id = $2`,
    [account.id, id],
  );
  if (!row) throw new Error(`Invoice ${id} disappeared while locked.`);
  const { buyer, kind, number, totals, currency, locale } = await asDocument(row.document);
  const address = draft.input(input.email) || buyer.email;
  if (row.hidden) errors.add("base", "the guest was erased or has restricted processing");
  if (!address) errors.add("email", "can't be blank: the recipient has none");
  errors.throwIfAny();
  await queueMail(context, {
    to: { address: address ?? "", name: buyer.name ?? buyer.company ?? undefined },
    template: invoiceMail,
    locale,
    values: {
      name: buyer.name,
      kind,
      number,
      total: totals.gross,
      currency,
      message: draft.input(input.message) ?? null,
    },
    about: { booking: row.booking_id, client: row.client_id, invoice: id },
  });
  return { shows: invoice, id };
}
