import {
  boolean,
  currencyCode,
  date,
  id,
  integer,
  money,
  oneOf,
  string,
  text,
  time,
  timestamps,
} from "../../../kernel/attribute.ts";
import { currencyOfParent } from "../../../kernel/currency-source.ts";
import { signedDocumentUrl } from "../../../kernel/files/file-urls.ts";
import { localeSet } from "../../../kernel/locales.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { buyerAttribute } from "./document/buyer-input.ts";
import { lineSchema, linesSql, shownList, vatSchema, vatSql } from "./document/shown-document.ts";
import { invoiceSearch } from "./invoice-search.ts";

/**
 * SQL: the guest was erased or has restricted processing. The document stays, for the account's own people. Only here, in exports and in
 * e-mails, an invoice without a guest counts as that of the booking's.
 */
const restricted = `exists (select from bookings
  join clients on clients.account_id = :account_of(bookings) and clients.id = coalesce(invoices.client_id, bookings.client_id)
  where bookings.account_id = :account_of(invoices) and bookings.id = invoices.booking_id
    and (clients.processing_restricted_at is not null or clients.forget_me_at is not null))`;

/** SQL: the time of the last mail with the invoice. */
const mailedAt = `(select max(mails.created_at) from mails
  where mails.account_id = :account_of(invoices) and mails.invoice_id = invoices.id and mails.state <> 'failed')`;

/** The kinds of invoices. */
export const invoiceKinds = ["invoice", "deposit", "credit_note"] as const;

/** An issued invoice or credit note. It never changes (docs/guides/invoices.md). */
export const invoice = defineResource("invoices", {
  singular: "invoice",
  description:
    "An invoice, deposit invoice or credit note of a booking. Its number follows the account's last one of the year without a gap. It never changes: a credit note cancels it.",
  readScopes: ["payments_read", "payments_write"],
  currency: currencyOfParent("bookings", "booking_id"),
  attributes: {
    id: id(),
    kind: oneOf(invoiceKinds)
      .neverNull()
      .onCreationOnly()
      .description(
        "invoice (the default): the whole price less deposit invoices. deposit: a part of it. credit_note: only POST /invoices/:id/credit makes one.",
      ),
    number: string().readOnly().present().description("The number: prefix, year and position in the year."),
    issued_on: date().readOnly().present().description("The day of issue in the account's time zone."),
    due_on: date().readOnly().description("When the amount is due; null for a credit note."),
    locale: string()
      .among(localeSet)
      .present()
      .persistedByOperation()
      .onCreationOnly()
      .description("The language; by default the guest's. Texts are in English where Roost lacks the language."),
    currency: currencyCode().readOnly().present().description("The currency of all amounts."),
    net_amount: money().readOnly().present().description("The sum without VAT."),
    tax_amount: money().readOnly().present().description("The VAT."),
    total_amount: money()
      .readOnly()
      .present()
      .description("The total. Negative on a credit note: an invoice and its credit note add up to zero."),
    paid_amount: money()
      .from("((invoices.document ->> 'paid')::numeric / 100)::numeric(14, 2)")
      .present()
      .description("The amount that the guest had paid by the day of issue."),
    amount: money({ min: 1 })
      .inputOnly()
      .onCreationOnly()
      .description(
        "A deposit's amount; by default the booking's downpayment. For a canceled booking: what the cancelation costs.",
      ),
    electronic: boolean()
      .inputOnly()
      .onCreationOnly()
      .description(
        "Whether to make a UBL file. By default for a guest with a company or VAT number, where the letterhead allows it.",
      ),
    buyer: buyerAttribute()
      .persistedByOperation()
      .onCreationOnly()
      .unrecorded()
      .personal()
      .description("The recipient. A write names what differs from the guest's record; null leaves a text out."),
    lines: shownList(lineSchema).from(linesSql).personal().description("The lines; they add up to total_amount."),
    vat: shownList(vatSchema).from(vatSql).present().description("VAT by category and rate."),
    notes: text({ maxLength: 2000 })
      .persistedByOperation()
      .onCreationOnly()
      .unrecorded()
      .personal()
      .description("The text below the lines; the reason for a credit note."),
    credit_note_id: integer()
      .from(
        `(select credits.id from invoices as credits
          where credits.account_id = :account_of(invoices) and credits.credited_invoice_id = invoices.id)`,
      )
      .description("The credit note that cancels it; null while it is in force."),
    mailed_at: time()
      .from(mailedAt)
      .description("When it was last e-mailed; null if it was not, or if the e-mail failed."),
    pdf_url: string()
      .from(signedDocumentUrl("invoices", "pdf"))
      .personal()
      .description("The download URL of the PDF file, valid for about a day without a token."),
    ubl_url: string()
      .from(`case when invoices.ubl is not null then ${signedDocumentUrl("invoices", "xml")} end`)
      .personal()
      .description("The download URL of the UBL file (EN 16931), valid for about a day; null if it has none."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    booking: one("bookings").present().description("The invoiced booking."),
    credited_invoice: one("invoices").description("The invoice that this credit note cancels; null for others."),
    client: one("clients").description(
      "The booking's guest at the issue, even if the booking has another guest by now. A credit note has the credited invoice's.",
    ),
  },
  personalData: { erased: "false", restricted },
  counted: {},
  search: invoiceSearch,
});
