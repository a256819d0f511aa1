import { createHash } from "node:crypto";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { Secrets } from "../../../../kernel/access/secrets.ts";
import { invalid } from "../../../../kernel/errors.ts";
import { secretOwner, takeCode } from "./check-second-factor.ts";
import { digestOfRecoveryCode, enrolmentUri, newRecoveryCodes, newSecret } from "./codes.ts";
import { notifyOfSecondFactor } from "./notify-person.ts";

/** What somebody's application is to be told. */
export interface Proposed {
  /** In Base32, to be typed where no camera is. */
  readonly secret: string;
  readonly uri: string;
}

/**
 * Makes a secret for somebody who has no second factor. Nothing asks for it before a code of it was shown; another proposal replaces it.
 * @throws RequestError 422 where they have one
 */
export async function proposeSecondFactor(
  transaction: Transaction,
  secrets: Secrets,
  { user, email }: { readonly user: number; readonly email: string },
): Promise<Proposed> {
  await assertNone(transaction, user);
  const secret = newSecret();
  await transaction.run(
    `insert into second_factors (user_id, sealed_secret) values ($1, $2)
     on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, last_step = 0, recovery_digests = '{}', updated_at = clock_timestamp()`,
    [user, secrets.seal(secret, secretOwner(user))],
  );
  return { secret, uri: enrolmentUri(secret, email) };
}

/** Somebody who shows a code of the secret that was proposed. */
export interface Enrolment {
  readonly user: number;
  readonly code: string;
  /** The session that goes on; all others end. */
  readonly session: Buffer;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Asks for the second factor from now on. All sessions that were opened without it end, but for the one in which it was confirmed.
 * @returns recovery codes, which are told this once
 * @throws RequestError 422 for a wrong code, or where they have a second factor
 */
export async function confirmSecondFactor(
  transaction: Transaction,
  secrets: Secrets,
  { user, code, session, now }: Enrolment,
): Promise<readonly string[]> {
  await assertNone(transaction, user);
  if (!(await takeCode(transaction, secrets, { user, code, now })))
    throw invalid({ code: ["is not right: type the one that your application shows now"] });
  const codes = await replaceRecoveryCodes(transaction, user);
  await transaction.run("update users set second_factor_at = clock_timestamp(), updated_at = now() where id = $1", [
    user,
  ]);
  await transaction.run(
    `update sessions set expires_at = statement_timestamp()
     where user_id = $1 and digest <> $2 and expires_at > statement_timestamp()`,
    [user, createHash("sha256").update(session).digest()],
  );
  await notifyOfSecondFactor(transaction, user, "on");
  return codes;
}

/**
 * Gives somebody new recovery codes for a code of their second factor; the former ones are good no longer.
 * @returns the codes, which are told this once
 * @throws RequestError 422 for a wrong code, or where they have no second factor
 */
export async function renewRecoveryCodes(
  transaction: Transaction,
  secrets: Secrets,
  { user, code, now }: Omit<Enrolment, "session">,
): Promise<readonly string[]> {
  const person = await transaction.row<{ has: boolean }>(
    "select second_factor_at is not null as has from users where id = $1 for no key update",
    [user],
  );
  if (!person?.has) throw invalid({ base: ["The second factor is off."] });
  if (!(await takeCode(transaction, secrets, { user, code, now })))
    throw invalid({ code: ["is not right, or was used already"] });
  return replaceRecoveryCodes(transaction, user);
}

async function replaceRecoveryCodes(transaction: Transaction, user: number): Promise<readonly string[]> {
  const codes = newRecoveryCodes();
  await transaction.run(
    "update second_factors set recovery_digests = $2::bytea[], updated_at = clock_timestamp() where user_id = $1",
    [user, codes.map(digestOfRecoveryCode)],
  );
  return codes;
}

/** The person's row is locked: a session that is being opened without the factor waits, and finds that it is asked for. */
async function assertNone(transaction: Transaction, user: number): Promise<void> {
  const person = await transaction.row<{ has: boolean }>(
    "select second_factor_at is not null as has from users where id = $1 for no key update",
    [user],
  );
  if (!person || person.has) throw invalid({ base: ["The second factor is on already."] });
}
