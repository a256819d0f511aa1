import type { Transaction } from "../../../database/sql/transaction.ts";
import { invalid, ValidationErrors } from "../../../kernel/errors.ts";
import { textValue } from "../../../kernel/values/text.ts";
import type { Role } from "../access/roles.ts";
import { personAddress } from "./person-address.ts";

export interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly account: number;
  readonly role: Role;
}

/** A stored person; `known` if they existed before. */
export interface User {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly known: boolean;
}

export const maxNameLength = 150;

/** A person's full name. */
export const fullname = textValue({ minLength: 1, maxLength: maxNameLength });

/**
 * Adds a person to an account. An e-mail address, regardless of case, identifies one person: an existing person joins and keeps their
 * name.
 * @throws RequestError 422 with every problem at once, including that the person is already a member
 */
export async function createUser(transaction: Transaction, user: NewUser): Promise<User> {
  const email = user.email.trim();
  const name = user.name.trim();
  const errors = new ValidationErrors();
  const checkedEmail = personAddress.accept(email);
  if ("problem" in checkedEmail) errors.add("email", checkedEmail.problem);
  const checkedName = fullname.accept(name);
  if ("problem" in checkedName) errors.add("name", checkedName.problem);
  const account = await transaction.row<{ id: number }>("select id from accounts where id = $1", [user.account]);
  if (!account) errors.add("account", `${user.account} does not exist`);
  errors.throwIfAny();

  const made = await transaction.run(
    "insert into users (email, fullname) values ($1, $2) on conflict (lower(email)) do nothing",
    [email, name],
  );
  const person = await transaction.row<{ id: number; email: string; fullname: string }>(
    "select id, email, fullname from users where lower(email) = lower($1)",
    [email],
  );
  if (!person) throw new Error("The user was neither created nor found.");
  const joined = await transaction.run(
    "insert into memberships (account_id, user_id, role) values ($1, $2, $3) on conflict do nothing",
    [user.account, person.id, user.role],
  );
  if (joined === 0) throw invalid({ email: [`${person.email} is already a member of account ${user.account}`] });
  return { id: person.id, email: person.email, name: person.fullname, known: made === 0 };
}
