import type { Transaction } from "../../../database/sql/transaction.ts";
import { invalid, notFound } from "../../../kernel/errors.ts";

/**
 * The account that an administrator names: by its id, or by its name, however it is capitalised.
 * @returns its id @throws RequestError 404 when there is none, 422 when several are called so
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
      account: [`several are called ${name}: say which by its id, ${found.map(({ id }) => id).join(", ")}`],
    });
  return first.id;
}
