import type { Statement } from "../../../../database/sql/transaction.ts";
import type { Reader } from "../../../../kernel/read/visible/read-scope.ts";
import { type Hashing, type KnownPerson, nobodysDigest } from "./password.ts";

const find: Statement = {
  name: "user by address",
  text: "select id, password_digest, extract(epoch from second_factor_at)::text from users where lower(email) = lower($1::text) and disabled_at is null",
};

/** Whose address this is; undefined when it is nobody's, or theirs who has no password yet, or is disabled. */
export async function findPerson(database: Reader, email: string): Promise<KnownPerson | undefined> {
  // PostgreSQL has no text with a zero character: nobody's address has one.
  const [row] = await database.read(find, [email.trim().replaceAll("\0", "\ufffd")]);
  const [id, passwordDigest, secondFactorAt] = row ?? [];
  return id && passwordDigest ? { id: Number(id), passwordDigest, secondFactorAt: secondFactorAt ?? null } : undefined;
}

/**
 * Whether the password is the person's. Exactly one digest is computed in every case, also when there is no such person: how long it
 * takes tells nothing.
 */
export async function isPasswordOf(
  person: KnownPerson | undefined,
  password: string,
  hashing: Hashing,
): Promise<boolean> {
  const right = await hashing.verify(person?.passwordDigest ?? nobodysDigest, password);
  return right && person !== undefined;
}
