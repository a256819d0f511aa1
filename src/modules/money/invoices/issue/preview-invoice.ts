import Type from "typebox";
import { formatDay } from "../../../../core/day.ts";
import { formatHundredths } from "../../../../core/hundredths.ts";
import { date, decimal, string } from "../../../../kernel/attribute.ts";
import { bodyOf, jsonBody } from "../../../../kernel/request-body.ts";
import type { ComputedAnswer, Outcome } from "../../../../kernel/route.ts";
import type { ActedOn, ActionRequest } from "../../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { answered } from "../../../pricing/rates/quote/quote-schema.ts";
import { booking } from "../../../stays/bookings/booking.ts";
import { lockInvoicedBooking } from "../document/invoiced-booking.ts";
import { lineSchema, shownLines, shownVat, vatSchema } from "../document/shown-document.ts";
import { invoice } from "../invoice.ts";
import { renderPdf } from "../pdf/render-pdf.ts";
import { checkedDraft, requestOf, todayOf } from "./create-invoice.ts";
import { readLogo } from "./read-logo.ts";

const { kind, amount, electronic, locale, buyer, notes } = invoice.attributes;
const input = { kind, amount, electronic, locale, buyer, notes };

/** The body of a preview: that of an invoice. */
export const previewBody = jsonBody(bodyOf(invoice, input, "is not an attribute of an invoice"), {
  own: true,
  optional: true,
});

const schemaOf = { lines: Type.Array(lineSchema), vat: Type.Array(vatSchema) };

/** An invoice that is not issued: it has no number. */
export const invoicePreview: ComputedAnswer = {
  root: "invoice_previews",
  description: "An invoice before it is issued. Nothing has changed.",
  attributes: {
    kind: string().readOnly().present().description("invoice or deposit."),
    issued_on: date().readOnly().present().description("Today in the account's time zone."),
    due_on: date().readOnly().description("When the rest is due."),
    currency: string().readOnly().present().description("The currency of all amounts."),
    locale: string().readOnly().present().description("The invoice's language."),
    lines: answered(schemaOf.lines).present().description("The lines; they add up to total_amount."),
    vat: answered(schemaOf.vat).present().description("VAT by category and rate."),
    net_amount: decimal().readOnly().present().description("The sum without VAT."),
    tax_amount: decimal().readOnly().present().description("The VAT."),
    total_amount: decimal().readOnly().present().description("The invoice's total."),
    paid_amount: decimal().readOnly().present().description("What the guest has paid of it."),
    electronic: answered(Type.Boolean()).present().description("Whether it would get a UBL file."),
    pdf: string().readOnly().present().description("The PDF file in base64, marked as a draft."),
  },
};

/** Computes an invoice without issuing it. @throws RequestError 422 with what keeps it from being issued */
export async function previewInvoice(
  context: WriteContext,
  { id }: ActedOn,
  { draft, errors }: ActionRequest,
): Promise<Outcome> {
  const locked = await lockInvoicedBooking(context, id);
  const {
    document: unnumbered,
    letterhead,
    electronic: isElectronic,
  } = await checkedDraft(context, locked, requestOf(draft, errors), errors);
  const document = { ...unnumbered, number: "", issued_on: formatDay(todayOf(context)) };
  const pdf = await renderPdf(document, { logo: await readLogo(context, letterhead.logoKey), isDraft: true });
  const { totals } = document;
  const object = JSON.stringify({
    kind: document.kind,
    issued_on: document.issued_on,
    due_on: document.due_on,
    currency: document.currency,
    locale: document.locale,
    lines: shownLines(document.lines),
    vat: shownVat(document.vat),
    net_amount: formatHundredths(totals.net),
    tax_amount: formatHundredths(totals.tax),
    total_amount: formatHundredths(totals.gross),
    paid_amount: formatHundredths(document.paid),
    electronic: isElectronic,
    pdf: pdf.toString("base64"),
  });
  return { computes: invoicePreview, object, about: { shows: booking, id } };
}
