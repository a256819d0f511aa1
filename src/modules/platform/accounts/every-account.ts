import type { Transaction } from "../../../database/sql/transaction.ts";

/** Ids of all accounts, for finding a record of an unknown account by its id. */
export async function everyAccount(transaction: Transaction): Promise<number[]> {
  return (await transaction.rows<{ id: number }>("select id from accounts order by id")).map(({ id }) => id);
}
