import type { AccountTransaction } from "../../../kernel/write/context.ts";
import type { ForgetGuest } from "../../stays/clients/guest-data.ts";
import { invoice } from "./invoice.ts";

/** SQL: the ids of the invoices for bookings of client `$2` of account `$1`. */
export const invoicesOfClient = `select invoices.id from invoices
  join bookings on bookings.account_id = $1 and bookings.id = invoices.booking_id
  where invoices.account_id = $1 and bookings.client_id = $2 order by invoices.id`;

/** The ids of the invoices for a guest's bookings. */
export async function invoicesOfGuest({ transaction, account }: AccountTransaction, client: number): Promise<number[]> {
  const rows = await transaction.rows<{ id: number }>(invoicesOfClient, [account.id, client]);
  return rows.map(({ id }) => id);
}

/**
 * The law asks for unchanged invoices, so an erased guest's stay: only the account's own people still see whose they are. Stored responses
 * about them go.
 */
export const restrictInvoicesOfGuest: ForgetGuest = async (context, { id }) => [
  { resource: invoice, ids: await invoicesOfGuest(context, id) },
];
