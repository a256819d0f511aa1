import type { AccountTransaction } from "../../../kernel/write/context.ts";
import type { ForgetGuest } from "../../stays/clients/guest-data.ts";
import type { MoveGuest } from "../../stays/clients/guest-move.ts";
import { invoice } from "./invoice.ts";

/** SQL: the ids of the invoices of client `$2` of account `$1`, and of those without a guest for the client's bookings. */
export const invoicesOfClient = `select invoices.id from invoices where invoices.account_id = $1 and invoices.client_id = $2
  union all
  select invoices.id from invoices join bookings on bookings.account_id = $1 and bookings.id = invoices.booking_id
  where invoices.account_id = $1 and invoices.client_id is null and bookings.client_id = $2 order by id`;

/** The ids of a guest's invoices. */
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

/** Moves a merged guest's invoices. */
export const moveGuestInInvoices: MoveGuest = async ({ transaction, account }, { from, to }) => {
  await transaction.run(
    "update invoices set client_id = $3, updated_at = statement_timestamp() where account_id = $1 and client_id = $2",
    [account.id, from, to],
  );
};

/** Locks an invoice's guest against a merge or an erasure. Lock order: clients before invoices. */
export async function lockGuestOfInvoice({ transaction, account }: AccountTransaction, id: number): Promise<void> {
  await transaction.run(
    `select from clients where account_id = $1 and id = (
       select invoices.client_id from invoices where invoices.account_id = $1 and invoices.id = $2
     ) for key share`,
    [account.id, id],
  );
}
