import type { Transaction } from "../../../database/sql/transaction.ts";
import { invalid, notFound } from "../../../kernel/errors.ts";

/** A person who is named, by their e-mail address or otherwise. */
export interface FoundUser {
  readonly id: number;
  readonly email: string;
  readonly name: string;
}

/**
 * The person whom an administrator names: by their id, their e-mail address or their full name, however they are capitalised.
 * @throws RequestError 404 when there is none, 422 when several are called so
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
    throw invalid({ user: [`several are called ${name}: say which, ${found.map(({ email }) => email).join(", ")}`] });
  return first;
}
