import type { Transaction } from "../../../database/sql/transaction.ts";

/** The number of guests whose personal data was erased. It only grows. */
export async function countForgotten(transaction: Transaction, account: number): Promise<number> {
  const counted = await transaction.row<{ count: number }>(
    "select count(*) as count from clients where account_id = $1 and forget_me_at is not null",
    [account],
  );
  return counted?.count ?? 0;
}
