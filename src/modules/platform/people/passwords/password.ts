import { randomInt } from "node:crypto";
import type { Options } from "@node-rs/argon2";
import { commonPasswordProblem } from "./common-passwords.ts";

/** How passwords are digested and compared: argon2id, or what a test puts in its place to count. */
export interface Hashing {
  hash(password: string): Promise<string>;
  /** False for a digest that is not in PHC form, too. */
  verify(digest: string, password: string): Promise<boolean>;
}

/** A person who can sign in, with the digest of their password. */
export interface KnownPerson {
  readonly id: number;
  readonly passwordDigest: string;
  /** When they turned their second factor on, epoch seconds to the microsecond; null while signing in asks for the password alone. */
  readonly secondFactorAt: string | null;
}

/** The library's default algorithm is argon2id. 19 MiB, two passes, one lane: the OWASP Password Storage Cheat Sheet's parameters. */
const parameters: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const argon2id: Hashing = {
  async hash(password) {
    const { hash } = await argon2();
    return hash(password.normalize("NFKC"), parameters);
  },
  async verify(digest, password) {
    const { verify } = await argon2();
    return verify(digest, password.normalize("NFKC"));
  },
};

/** Loaded with the first password: with its own allocator it takes three megabytes of a service that is at rest. */
const argon2 = () => import("@node-rs/argon2");

/**
 * The digest of a password that nobody has. It is compared when there is no such user, or one without a password: so the answer
 * takes the same time as for a wrong password, and does not tell which it was.
 */
export const nobodysDigest =
  "$argon2id$v=19$m=19456,t=2,p=1$NsuqH+BpxV7tyqAO0ch/xg$KOOlR7tL7qag6ZOR7Q16f2Ek0qsJK+LMo4A2WygzL5I";

export const shortestPassword = 12;
/** Long enough for any phrase, and short enough that its length costs nothing. */
export const longestPassword = 200;

/**
 * What is wrong with a password that somebody chooses; undefined when nothing is. Its length is what makes it strong (NIST SP
 * 800-63B, 5.1.1): no signs are demanded, but those that are tried first are refused.
 * @param person whose own name or address is no password
 */
export function passwordProblem(password: string, person: { readonly email: string }): string | undefined {
  const length = [...password.normalize("NFKC")].length;
  if (length < shortestPassword) return `is too short (minimum is ${shortestPassword} characters)`;
  if (length > longestPassword) return `is too long (maximum is ${longestPassword} characters)`;
  return commonPasswordProblem(password, person);
}

/** Letters and digits that no two people read differently. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

/** A strong password (99 bits) that can be read to somebody: five groups of four. */
export function generatePassword(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return Array.from({ length: 5 }, group).join("-");
}
