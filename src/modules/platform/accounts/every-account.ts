import type { Transaction } from "../../../database/sql/transaction.ts";

/** Ids of all accounts: for who looks for something of which only the id is known. */
export async function everyAccount(transaction: Transaction): Promise<number[]> {
  return (await transaction.rows<{ id: number }>("select id from accounts order by id")).map(({ id }) => id);
}
