import type { Transaction } from "../../../../database/sql/transaction.ts";
import { invalid, notFound } from "../../../../kernel/errors.ts";
import { endDevicesOf } from "../push-devices.ts";
import { argon2id, type KnownPerson, passwordProblem } from "./password.ts";

/**
 * Sets a person's password. Ends all their sessions, push devices and password links, so that anyone with the old password loses access.
 * @throws RequestError 404 for an unknown person, 422 for a weak password
 */
export async function setPassword(transaction: Transaction, email: string, password: string): Promise<KnownPerson> {
  const address = email.trim();
  const problem = passwordProblem(password, { email: address });
  if (problem !== undefined) throw invalid({ password: [problem] });
  const digest = await argon2id.hash(password);
  // Locks the person first: a session that is being opened with the old password waits and then finds it changed.
  const user = await transaction.row<{ id: number }>(
    "update users set password_digest = $2, updated_at = now() where lower(email) = lower($1) returning id",
    [address, digest],
  );
  if (!user) throw notFound(`There is no user ${address}.`);
  await transaction.run(
    "update sessions set expires_at = statement_timestamp() where user_id = $1 and expires_at > statement_timestamp()",
    [user.id],
  );
  await endDevicesOf(transaction, user.id);
  await transaction.run(
    "update password_resets set used_at = statement_timestamp() where user_id = $1 and used_at is null",
    [user.id],
  );
  const factor = await transaction.row<{ at: string | null }>(
    "select extract(epoch from second_factor_at)::text as at from users where id = $1",
    [user.id],
  );
  return { id: user.id, passwordDigest: digest, secondFactorAt: factor?.at ?? null };
}

/**
 * Sets the password of a person without one.
 * @returns false if they have one, which they keep
 * @throws RequestError 422 for a weak password
 */
export async function setFirstPassword(transaction: Transaction, email: string, password: string): Promise<boolean> {
  const without = await transaction.row<{ id: number }>(
    "select id from users where lower(email) = lower($1) and password_digest is null for update",
    [email.trim()],
  );
  if (!without) return false;
  await setPassword(transaction, email, password);
  return true;
}
