import { createHash } from "node:crypto";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { Secrets } from "../../../../kernel/access/secrets.ts";
import { invalid } from "../../../../kernel/errors.ts";
import { endDevicesOf } from "../push-devices.ts";
import { secretOwner, takeCode } from "./check-second-factor.ts";
import { digestOfRecoveryCode, enrolmentUri, newRecoveryCodes, newSecret } from "./codes.ts";
import { notifyOfSecondFactor } from "./notify-person.ts";

/** A new secret for a person's authenticator. */
export interface Proposed {
  /** Base32, for typing without a camera. */
  readonly secret: string;
  readonly uri: string;
}

/**
 * Creates a secret for a person without a second factor. It takes effect after `confirmSecondFactor`; another proposal replaces it.
 * @throws RequestError 422 if they have a second factor
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
     on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, last_step = 0, recovery_digests = '{}', updated_at = statement_timestamp()`,
    [user, secrets.seal(secret, secretOwner(user))],
  );
  return { secret, uri: enrolmentUri(secret, email) };
}

/** A person's confirmation of the proposed secret. */
export interface Enrolment {
  readonly user: number;
  readonly code: string;
  /** The session that continues; all others end. */
  readonly session: Buffer;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Enables the second factor. Ends all other sessions and the push devices, which were added without it.
 * @returns recovery codes, to show once
 * @throws RequestError 422 for a wrong code, or if they have a second factor
 */
export async function confirmSecondFactor(
  transaction: Transaction,
  secrets: Secrets,
  { user, code, session, now }: Enrolment,
): Promise<readonly string[]> {
  await assertNone(transaction, user);
  if (!(await takeCode(transaction, secrets, { user, code, now })))
    throw invalid({ code: ["is wrong. Enter the code that your authenticator shows now"] });
  const codes = await replaceRecoveryCodes(transaction, user);
  await transaction.run("update users set second_factor_at = statement_timestamp(), updated_at = now() where id = $1", [
    user,
  ]);
  await transaction.run(
    `update sessions set expires_at = statement_timestamp()
     where user_id = $1 and digest <> $2 and expires_at > statement_timestamp()`,
    [user, createHash("sha256").update(session).digest()],
  );
  await endDevicesOf(transaction, user);
  await notifyOfSecondFactor(transaction, user, "on");
  return codes;
}

/**
 * Replaces a person's recovery codes after a check of their second factor. The previous ones stop working.
 * @returns the codes, to show once
 * @throws RequestError 422 for a wrong code, or if they have no second factor
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
    throw invalid({ code: ["is wrong or was already used"] });
  return replaceRecoveryCodes(transaction, user);
}

async function replaceRecoveryCodes(transaction: Transaction, user: number): Promise<readonly string[]> {
  const codes = newRecoveryCodes();
  await transaction.run(
    "update second_factors set recovery_digests = $2::bytea[], updated_at = statement_timestamp() where user_id = $1",
    [user, codes.map(digestOfRecoveryCode)],
  );
  return codes;
}

/** Locks the person: a session that is being opened without the factor waits and then finds that it is required. */
async function assertNone(transaction: Transaction, user: number): Promise<void> {
  const person = await transaction.row<{ has: boolean }>(
    "select second_factor_at is not null as has from users where id = $1 for no key update",
    [user],
  );
  if (!person || person.has) throw invalid({ base: ["The second factor is already on."] });
}
