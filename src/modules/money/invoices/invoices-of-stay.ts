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
  /** The guest's id. */
  readonly client: number;
}

/**
 * A guest's invoices and credit notes for a booking, in the order of their issue: none of an earlier guest, and none that was issued before
 * the booking had a guest.
 */
export async function invoicesOfStay(
  transaction: Transaction,
  { account, booking, client }: Key,
): Promise<IssuedInvoice[]> {
  return transaction.rows<{
    id: number;
    kind: "invoice" | "deposit" | "credit_note";
    number: string;
    issuedOn: string;
    total: number;
  }>(
    `select id, kind, number, issued_on::text as "issuedOn", total_amount as total from invoices
     where account_id = $1 and booking_id = $2 and client_id = $3 order by id`,
    [account, booking, client],
  );
}

/** The PDF file of an invoice; undefined if it is not among the guest's for the booking. */
export async function documentOfStay(
  { scope, account, booking, client }: Key & { readonly scope: AccountScope },
  id: number,
): Promise<Buffer | undefined> {
  const row = await scope.transaction(
    (transaction) =>
      transaction.row<{ pdf: Buffer }>(
        "select pdf from invoices where account_id = $1 and booking_id = $2 and client_id = $3 and id = $4",
        [account, booking, client, id],
      ),
    "read",
  );
  return row?.pdf;
}
