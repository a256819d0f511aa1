import type { FastifyReply } from "fastify";
import type { Database } from "../../../database/connect/database.ts";
import { invalid, RequestError } from "../../../kernel/errors.ts";
import { findPerson, isPasswordOf } from "../../../modules/platform/people/passwords/check-password.ts";
import type { Hashing } from "../../../modules/platform/people/passwords/password.ts";
import { chargeSignIn, forgetFailures, ownPasswordAttempt } from "../../../modules/platform/people/sign-in-throttle.ts";
import type { SignedIn } from "../session.ts";

interface PasswordCheck {
  readonly database: Database;
  readonly hashing: Hashing;
  readonly reply: FastifyReply;
}

/**
 * Requires the user's password for a sensitive change. Attempts are limited per user, so an unattended browser cannot be used to guess it.
 * @param input the password under its field's name
 * @throws RequestError 422 on that field, 429 after too many attempts
 */
export async function assertOwnPassword(
  { database, hashing, reply }: PasswordCheck,
  { email, userId }: SignedIn,
  input: Readonly<Record<string, string>>,
): Promise<void> {
  const attempt = ownPasswordAttempt(userId);
  const wait = await chargeSignIn(database, attempt);
  if (wait !== undefined) {
    void reply.header("retry-after", String(wait));
    throw new RequestError("rate_limit_exceeded", "Too many attempts. Try again in a few minutes.");
  }
  const person = await findPerson(database, email);
  for (const [field, password] of Object.entries(input))
    if (!(await isPasswordOf(person, password, hashing))) throw invalid({ [field]: ["is not your password"] });
  await forgetFailures(database, attempt);
}
