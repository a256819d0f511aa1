import type { Transaction } from "../../../database/sql/transaction.ts";
import { invalid, notFound } from "../../../kernel/errors.ts";

export interface FoundUser {
  readonly id: number;
  readonly email: string;
  readonly name: string;
}

/**
 * Finds a person by id, e-mail address or full name, regardless of case.
 * @throws RequestError 404 if there is none, 422 if several have the name
 */
export async function findUser(transaction: Transaction, named: string): Promise<FoundUser> {
  const name = named.trim();
  const found = await transaction.rows<{ id: number; email: string; name: string }>(
    `select id, email, fullname as name from users
     where case when $1 ~ '^[1-9][0-9]{0,14}$' then id::text = $1 when strpos($1, '@') > 0 then lower(email) = lower($1)
       else lower(fullname) = lower($1) end
     order by id`,
    [name],
  );
  const [first, ...others] = found;
  if (!first) throw notFound(`There is no user ${name}.`);
  if (others.length > 0)
    throw invalid({
      user: [`several are called ${name}. Use an address: ${found.map(({ email }) => email).join(", ")}`],
    });
  return first;
}
