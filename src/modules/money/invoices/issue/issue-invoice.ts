import { formatDay } from "../../../../core/day.ts";
import { formatHundredths } from "../../../../core/hundredths.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { InvoiceDocument } from "../document/invoice-document.ts";
import type { Letterhead } from "../document/read-seller.ts";
import { renderPdf } from "../pdf/render-pdf.ts";
import { ublOf } from "../ubl/ubl-of.ts";
import type { UnnumberedDocument } from "./draft-invoice.ts";
import { readLogo } from "./read-logo.ts";

/** An invoice or credit note to store. */
export interface NewInvoice {
  readonly booking: number;
  /** The guest; null for a booking without one. */
  readonly client: number | null;
  readonly document: UnnumberedDocument;
  readonly letterhead: Letterhead;
  readonly electronic: boolean;
  /** The invoice that a credit note cancels. */
  readonly credited?: number;
}

/**
 * Gives a document the next number of its year and stores it with its files, in one statement after the number: no number exists without
 * its document, and a transaction that fails leaves no gap.
 * @param today an epoch day in the account's time zone
 * @returns the invoice's id
 */
export async function issueInvoice(context: WriteContext, invoice: NewInvoice, today: number): Promise<number> {
  const { transaction, account } = context;
  const { document: unnumbered, letterhead, electronic } = invoice;
  // Read it first: the number's lock holds up the account's other invoices.
  const logo = await readLogo(context, letterhead.logoKey);
  const issuedOn = formatDay(today);
  const year = Number(issuedOn.slice(0, 4));
  const position = await nextPosition(context, year);
  const number = `${letterhead.prefix}${year}-${String(position).padStart(4, "0")}`;
  const document: InvoiceDocument = { ...unnumbered, number, issued_on: issuedOn };
  const { totals } = document;
  const row = await transaction.row<{ id: number }>(
    `insert into invoices (account_id, booking_id, kind, year, position, number, issued_on, due_on, locale, currency, net_amount, tax_amount,
       total_amount, credited_invoice_id, document, pdf, ubl, client_id)
     values ($1, $2, $3, $4, $5, $6, $7::date, $8::date, $9, $10, $11::numeric, $12::numeric, $13::numeric, $14, $15::jsonb, $16, $17, $18)
     returning id`,
    [
      ...[
        account.id,
        invoice.booking,
        document.kind,
        year,
        position,
        number,
        issuedOn,
        document.due_on,
        document.locale,
      ],
      ...[
        document.currency,
        formatHundredths(totals.net),
        formatHundredths(totals.tax),
        formatHundredths(totals.gross),
      ],
      ...[invoice.credited ?? null, JSON.stringify(document), await renderPdf(document, { logo })],
      ...[electronic ? ublOf(document) : null, invoice.client],
    ],
  );
  if (!row) throw new Error("The insert into invoices returned no id.");
  return row.id;
}

/** The next number of the year. Locks the series until the transaction ends. */
async function nextPosition({ transaction, account }: WriteContext, year: number): Promise<number> {
  const row = await transaction.row<{ position: number }>(
    `insert into invoice_series (account_id, year, last_number) values ($1, $2, 1)
     on conflict (account_id, year) do update set last_number = invoice_series.last_number + 1 returning last_number as position`,
    [account.id, year],
  );
  if (!row) throw new Error("The invoice series returned no number.");
  return row.position;
}
