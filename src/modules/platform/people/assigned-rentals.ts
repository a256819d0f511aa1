import type { Transaction } from "../../../database/sql/transaction.ts";
import { invalid } from "../../../kernel/errors.ts";
import type { Member } from "./change-role.ts";

/** Rentals that one person looks after at most. */
const mostRentals = 1000;

/**
 * The rentals as they may be given to somebody: each once.
 * @param transaction in the scope of the account
 * @throws RequestError 422 naming those that the account does not have
 */
export async function knownRentals(
  transaction: Transaction,
  account: number,
  ids: readonly number[],
): Promise<number[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length > mostRentals) throw invalid({ rentals: [`has more than ${mostRentals} rentals`] });
  const found = await transaction.rows<{ id: number }>(
    "select id from rentals where account_id = $1 and id = any ($2::bigint[]) and deleted_at is null for key share",
    [account, wanted],
  );
  const missing = wanted.filter((id) => !found.some((rental) => rental.id === id));
  if (missing.length > 0) throw invalid({ rentals: [`the account has no rental ${missing.join(", ")}`] });
  return wanted;
}

/**
 * Says which rentals are a person's to look after: these, and no others any more. It matters to cleaners, who see nothing else.
 * @param transaction in the scope of the account
 * @throws RequestError 422 naming those that the account does not have
 */
export async function assignRentals(
  transaction: Transaction,
  { account, user }: Member,
  ids: readonly number[],
): Promise<void> {
  const rentals = await knownRentals(transaction, account, ids);
  await transaction.run(
    "delete from membership_rentals where account_id = $1 and user_id = $2 and rental_id <> all ($3::bigint[])",
    [account, user, rentals],
  );
  await transaction.run(
    `insert into membership_rentals (account_id, user_id, rental_id) select $1, $2, unnest($3::bigint[]) on conflict do nothing`,
    [account, user, rentals],
  );
}
