import { formatDay } from "../../../core/day.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { readStays } from "./read-stays.ts";
import type { CountedStay, Month } from "./statement.ts";
import type { RentalStatement } from "./statement-record.ts";

/** The data for statements, from one snapshot. */
export interface Books {
  readonly rentals: readonly RentalStatement["rental"][];
  readonly stays: ReadonlyMap<number, readonly CountedStay[]>;
}

/** Reads the data for the statements of rentals in a month. Unknown ids are skipped. */
export async function readBooks(
  transaction: Transaction,
  accounts: readonly number[],
  { rentals, month }: { readonly rentals: readonly number[]; readonly month: Month },
): Promise<Books> {
  const found = await transaction.rows<{ id: number; account: number; name: string; mailedAt: number | null }>(
    `select rentals.id, rentals.account_id as account, rentals.name, (
       select max(mails.created_at) from statement_mails join mails
         on mails.account_id = any($1::bigint[]) and mails.account_id = statement_mails.account_id and mails.id = statement_mails.mail_id
       where statement_mails.account_id = any($1::bigint[]) and statement_mails.account_id = rentals.account_id
         and statement_mails.rental_id = rentals.id and statement_mails.month = $3::date and mails.state <> 'failed'
     ) as "mailedAt" from rentals
     where rentals.account_id = any($1::bigint[]) and rentals.id = any($2::bigint[]) order by rentals.id`,
    [accounts, rentals, formatDay(month.first)],
  );
  return { rentals: found, stays: await readStays(transaction, accounts, rentals, month) };
}
