import type { Transaction } from "../../../database/sql/transaction.ts";
import { invalid, notFound } from "../../../kernel/errors.ts";

/**
 * Finds an account by its id, or by its name regardless of case.
 * @returns its id @throws RequestError 404 if there is none, 422 if several have the name
 */
export async function findAccount(transaction: Transaction, named: string): Promise<number> {
  const name = named.trim();
  const found = /^[1-9]\d{0,14}$/.test(name)
    ? await transaction.rows<{ id: number }>("select id from accounts where id = $1::bigint", [name])
    : await transaction.rows<{ id: number }>(
        "select id from accounts where lower(business_name) = lower($1) order by id",
        [name],
      );
  const [first, ...others] = found;
  if (!first) throw notFound(`There is no account ${name}.`);
  if (others.length > 0)
    throw invalid({
      account: [`several are called ${name}. Use an id: ${found.map(({ id }) => id).join(", ")}`],
    });
  return first.id;
}
