import type { Transaction } from "../../../database/sql/transaction.ts";
import { notFound, ValidationErrors } from "../../../kernel/errors.ts";
import { isLocale, locales } from "../../../kernel/locales.ts";
import { fullname } from "./create-user.ts";
import { personAddress } from "./person-address.ts";

/** An administrator's changes to a person; absent fields stay unchanged. */
export interface UserChange {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  /** Their language in mails. */
  readonly locale?: string | undefined;
}

/**
 * Changes a person. A new e-mail address invalidates password links sent to the previous one.
 * @throws RequestError 404 if they do not exist, 422 with every problem at once, including an address that another person has
 */
export async function changeUser(transaction: Transaction, id: number, change: UserChange): Promise<void> {
  const { email, name, locale } = trimmed(change);
  const errors = new ValidationErrors();
  const checkedEmail = email === undefined ? { value: email } : personAddress.accept(email);
  if ("problem" in checkedEmail) errors.add("email", checkedEmail.problem);
  const checkedName = name === undefined ? { value: name } : fullname.accept(name);
  if ("problem" in checkedName) errors.add("name", checkedName.problem);
  if (locale !== undefined && !isLocale(locale))
    errors.add("locale", `cannot be ${locale}; valid locales are: ${locales.join(", ")}`);
  const other = await transaction.row<{ id: number }>(
    "select id from users where lower(email) = lower($2) and id <> $1 for share",
    [id, email ?? null],
  );
  if (other) errors.add("email", `${email} belongs to user ${other.id}`);
  errors.throwIfAny();
  const changed = await transaction.run(
    `update users set email = coalesce($2, email), fullname = coalesce($3, fullname), locale = coalesce($4, locale), updated_at = now()
     where id = $1`,
    [id, email ?? null, name ?? null, locale ?? null],
  );
  if (changed === 0) throw notFound(`There is no user ${id}.`);
  if (email !== undefined)
    await transaction.run(
      "update password_resets set used_at = statement_timestamp() where user_id = $1 and used_at is null",
      [id],
    );
}

const trimmed = ({ email, name, locale }: UserChange): UserChange => ({
  email: email?.trim(),
  name: name?.trim(),
  locale: locale?.trim(),
});
