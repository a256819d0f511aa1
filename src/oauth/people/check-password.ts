import type { Statement } from "../../database/transaction.ts";
import type { Reader } from "../../kernel/read/read.ts";
import { type Hashing, nobodysDigest } from "./password.ts";

/** A person whose password was right, with the digest that it was right for. */
export interface Proven {
  readonly id: number;
  readonly passwordDigest: string;
}

const find: Statement = {
  name: "user by address",
  text: "select id, password_digest from users where lower(email) = lower($1::text)",
};

/**
 * Whose address and password these are; undefined when they are nobody's. Exactly one digest is computed in every case, also when
 * there is no such person: how long it takes tells nothing.
 */
export async function checkPassword(
  database: Reader,
  hashing: Hashing,
  email: string,
  password: string,
): Promise<Proven | undefined> {
  // PostgreSQL has no text with a zero character: nobody's address has one.
  const [row] = await database.read(find, [email.trim().replaceAll("\0", "\ufffd")]);
  const [id, passwordDigest] = row ?? [];
  const right = await hashing.verify(passwordDigest ?? nobodysDigest, password);
  return right && id && passwordDigest ? { id: Number(id), passwordDigest } : undefined;
}
