import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import type { invoiceKinds } from "./invoice.ts";

/** An issued invoice of a booking. Amount in hundredths, day as `YYYY-MM-DD`. */
export interface IssuedInvoice {
  readonly id: number;
  readonly kind: (typeof invoiceKinds)[number];
  readonly number: string;
  readonly issuedOn: string;
  readonly total: number;
}

interface Key {
  readonly account: number;
  readonly booking: number;
}

/** A booking's invoices and credit notes, in the order of their issue. */
export async function invoicesOfBooking(transaction: Transaction, { account, booking }: Key): Promise<IssuedInvoice[]> {
  return transaction.rows<{
    id: number;
    kind: "invoice" | "deposit" | "credit_note";
    number: string;
    issuedOn: string;
    total: number;
  }>(
    `select id, kind, number, issued_on::text as "issuedOn", total_amount as total from invoices
     where account_id = $1 and booking_id = $2 order by id`,
    [account, booking],
  );
}

/** The PDF file of an invoice; undefined if it is not the booking's. */
export async function documentOfBooking(
  { scope, account, booking }: Key & { readonly scope: AccountScope },
  id: number,
): Promise<Buffer | undefined> {
  const row = await scope.transaction(
    (transaction) =>
      transaction.row<{ pdf: Buffer }>(
        "select pdf from invoices where account_id = $1 and booking_id = $2 and id = $3",
        [account, booking, id],
      ),
    "read",
  );
  return row?.pdf;
}
