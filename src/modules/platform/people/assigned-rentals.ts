import type { Transaction } from "../../../database/sql/transaction.ts";
import { invalid } from "../../../kernel/errors.ts";
import type { Member } from "./change-role.ts";

/** Limit for the rentals of one person. */
const maxRentals = 1000;

/**
 * Checks that the account has these rentals, and removes duplicates.
 * @param transaction in the account's scope
 * @throws RequestError 422 that names missing rentals
 */
export async function checkRentals(
  transaction: Transaction,
  account: number,
  ids: readonly number[],
): Promise<number[]> {
  const unique = [...new Set(ids)];
  if (unique.length > maxRentals) throw invalid({ rentals: [`has more than ${maxRentals} rentals`] });
  const found = await transaction.rows<{ id: number }>(
    "select id from rentals where account_id = $1 and id = any ($2::bigint[]) and deleted_at is null for key share",
    [account, unique],
  );
  const missing = unique.filter((id) => !found.some((rental) => rental.id === id));
  if (missing.length > 0) throw invalid({ rentals: [`the account has no rental ${missing.join(", ")}`] });
  return unique;
}

/**
 * Sets the rentals assigned to a person. Cleaners see only these.
 * @param transaction in the account's scope
 * @throws RequestError 422 that names missing rentals
 */
export async function assignRentals(
  transaction: Transaction,
  { account, user }: Member,
  ids: readonly number[],
): Promise<void> {
  const rentals = await checkRentals(transaction, account, ids);
  await transaction.run(
    "delete from membership_rentals where account_id = $1 and user_id = $2 and rental_id <> all ($3::bigint[])",
    [account, user, rentals],
  );
  await transaction.run(
    `insert into membership_rentals (account_id, user_id, rental_id) select $1, $2, unnest($3::bigint[]) on conflict do nothing returning account_id`,
    [account, user, rentals],
  );
}
