import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { asDocument, type InvoiceDocument } from "./invoice-document.ts";

/** An invoice of the booking that no credit note has canceled. */
export interface LiveInvoice {
  readonly id: number;
  readonly kind: "invoice" | "deposit";
  readonly document: InvoiceDocument;
}

/** A booking's invoices that are in force, oldest first. Lock the booking first. */
export async function liveInvoices(
  { transaction, account }: AccountTransaction,
  booking: number,
): Promise<readonly LiveInvoice[]> {
  const rows = await transaction.rows<{ id: number; kind: "invoice" | "deposit"; document: unknown }>(
    `select invoices.id, invoices.kind, invoices.document from invoices
     where invoices.account_id = $1 and invoices.booking_id = $2 and invoices.kind <> 'credit_note' and not exists (
       select from invoices as credits where credits.account_id = $1 and credits.credited_invoice_id = invoices.id
     ) order by invoices.id`,
    [account.id, booking],
  );
  return Promise.all(rows.map(async ({ document, ...row }) => ({ ...row, document: await asDocument(document) })));
}

/** An invoice's reference to an earlier one. */
export const referenceTo = ({ document: { number, issued_on } }: Pick<LiveInvoice, "document">) => ({
  number,
  issued_on,
});
