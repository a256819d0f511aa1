import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { Reader } from "../../../../kernel/read/visible/read-scope.ts";
import { digestOfToken } from "./secret-link.ts";
import { setPassword } from "./set-password.ts";

/** The person whose password a link resets. */
export interface ResettingPerson {
  readonly email: string;
  readonly locale: string | undefined;
}

/** A link's person; undefined if the link is unknown, used, or older than an hour. */
export async function personOfReset(database: Reader, token: string): Promise<ResettingPerson | undefined> {
  const digest = digestOfToken(token);
  if (!digest) return undefined;
  const [row] = await database.read(
    {
      text: `select users.email, users.locale from password_resets join users on users.id = password_resets.user_id
        where password_resets.digest = $1::bytea and password_resets.used_at is null and password_resets.expires_at > statement_timestamp()
          and users.disabled_at is null`,
    },
    [digest],
  );
  return row?.[0] ? { email: row[0], locale: row[1] ?? undefined } : undefined;
}

/**
 * Sets the password of a link's person. Ends all their sessions, push devices and password links (`setPassword`).
 * @returns false if the link is no longer valid; of two concurrent requests with one link, one succeeds
 * @throws RequestError 422 for a weak password; the link stays valid
 */
export async function resetPassword(transaction: Transaction, token: string, password: string): Promise<boolean> {
  const digest = digestOfToken(token);
  if (!digest) return false;
  const person = await transaction.row<{ email: string }>(
    `update password_resets set used_at = statement_timestamp() from users
     where password_resets.digest = $1 and password_resets.used_at is null and password_resets.expires_at > statement_timestamp()
       and users.id = password_resets.user_id and users.disabled_at is null returning users.email`,
    [digest],
  );
  if (!person) return false;
  await setPassword(transaction, person.email, password);
  return true;
}
