import type { Statement } from "../../../../database/sql/transaction.ts";
import type { Reader } from "../../../../kernel/read/visible/read-scope.ts";
import { type Hashing, type KnownPerson, nobodysDigest } from "./password.ts";

const find: Statement = {
  name: "user by address",
  text: "select id, password_digest, extract(epoch from second_factor_at)::text from users where lower(email) = lower($1::text) and disabled_at is null",
};

/** Finds a person by address; undefined if there is none, or if they have no password or are disabled. */
export async function findPerson(database: Reader, email: string): Promise<KnownPerson | undefined> {
  // PostgreSQL's text cannot hold a zero character.
  const [row] = await database.read(find, [email.trim().replaceAll("\0", "\ufffd")]);
  const [id, passwordDigest, secondFactorAt] = row ?? [];
  return id && passwordDigest ? { id: Number(id), passwordDigest, secondFactorAt: secondFactorAt ?? null } : undefined;
}

/**
 * Whether the password is the person's. Always computes exactly one digest, so that the duration does not reveal whether the person exists.
 */
export async function isPasswordOf(
  person: KnownPerson | undefined,
  password: string,
  hashing: Hashing,
): Promise<boolean> {
  const matches = await hashing.verify(person?.passwordDigest ?? nobodysDigest, password);
  return matches && person !== undefined;
}
