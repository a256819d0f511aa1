import type { Transaction } from "../../../../database/sql/transaction.ts";
import { notifyOfSecondFactor } from "./notify-person.ts";

/** Disables a person's second factor and notifies them. @returns false if they have none */
export async function switchOffSecondFactor(transaction: Transaction, user: number): Promise<boolean> {
  const had = await transaction.run(
    "update users set second_factor_at = null, updated_at = now() where id = $1 and second_factor_at is not null",
    [user],
  );
  if (had === 0) return false;
  await transaction.run(
    "update second_factors set sealed_secret = null, recovery_digests = '{}', updated_at = statement_timestamp() where user_id = $1",
    [user],
  );
  await notifyOfSecondFactor(transaction, user, "off");
  return true;
}
