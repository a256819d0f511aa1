import type { FastifyReply } from "fastify";
import type { Database } from "../../../database/connect/database.ts";
import { invalid, RequestError } from "../../../kernel/errors.ts";
import { findPerson, isPasswordOf } from "../../../modules/platform/people/passwords/check-password.ts";
import type { Hashing } from "../../../modules/platform/people/passwords/password.ts";
import { chargeSignIn, forgetFailures, ownPasswordAttempt } from "../../../modules/platform/people/sign-in-throttle.ts";
import type { SignedIn } from "../session.ts";

interface Asked {
  readonly database: Database;
  readonly hashing: Hashing;
  readonly reply: FastifyReply;
}

/**
 * Makes sure that who asks for something weighty knows the password. Guesses at it are limited for each person: a browser left open gives
 * no more of them.
 * @param given the password under the name of its field
 * @throws RequestError 422 at that field, 429 after many
 */
export async function assertOwnPassword(
  { database, hashing, reply }: Asked,
  { email, userId }: SignedIn,
  given: Readonly<Record<string, string>>,
): Promise<void> {
  const attempt = ownPasswordAttempt(userId);
  const wait = await chargeSignIn(database, attempt);
  if (wait !== undefined) {
    void reply.header("retry-after", String(wait));
    throw new RequestError("rate_limit_exceeded", "Too many attempts. Please try again in a few minutes.");
  }
  const person = await findPerson(database, email);
  for (const [field, password] of Object.entries(given))
    if (!(await isPasswordOf(person, password, hashing))) throw invalid({ [field]: ["is not your password"] });
  await forgetFailures(database, attempt);
}
