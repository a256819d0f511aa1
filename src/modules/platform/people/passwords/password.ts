import { randomInt } from "node:crypto";
import type { Options } from "@node-rs/argon2";
import { type GuessableFault, guessableFault } from "./common-passwords.ts";

/** Digests and verifies passwords: argon2id, or a test's substitute. */
export interface Hashing {
  hash(password: string): Promise<string>;
  /** Also false for a digest that is not in PHC format. */
  verify(digest: string, password: string): Promise<boolean>;
}

/** A person who can sign in, with the digest of their password. */
export interface KnownPerson {
  readonly id: number;
  readonly passwordDigest: string;
  /** The time at which they enabled their second factor, epoch seconds with microseconds; null if they have none. */
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

/** Loaded on first use, because its allocator takes three megabytes. */
const argon2 = () => import("@node-rs/argon2");

/**
 * The digest of an unused password. Verified if the user does not exist or has no password, so that the response takes as long
 * as for a wrong password.
 */
export const nobodysDigest =
  "$argon2id$v=19$m=19456,t=2,p=1$NsuqH+BpxV7tyqAO0ch/xg$KOOlR7tL7qag6ZOR7Q16f2Ek0qsJK+LMo4A2WygzL5I";

export const minPasswordLength = 12;
/** Long enough for any passphrase, and short enough to hash quickly. */
export const maxPasswordLength = 200;

/** The reason for a new password's refusal. */
export type PasswordFault = "tooShort" | "tooLong" | GuessableFault;

const problems: Readonly<Record<PasswordFault, string>> = {
  tooShort: `is too short (minimum is ${minPasswordLength} characters)`,
  tooLong: `is too long (maximum is ${maxPasswordLength} characters)`,
  repeats: "is too easy to guess: it repeats a few characters",
  common: "is too easy to guess: it is a common password",
  ownAddress: "is too easy to guess: it is your own address",
};

/**
 * A new password's fault; undefined if there is none. Length makes it strong (NIST SP 800-63B, 5.1.1), so no character classes are
 * required, but common passwords are refused.
 * @param person whose own address is not allowed
 */
export function passwordFault(password: string, person: { readonly email: string }): PasswordFault | undefined {
  const length = [...password.normalize("NFKC")].length;
  if (length < minPasswordLength) return "tooShort";
  if (length > maxPasswordLength) return "tooLong";
  return guessableFault(password, person);
}

/** The fault as an attribute's message. */
export function passwordProblem(password: string, person: { readonly email: string }): string | undefined {
  const fault = passwordFault(password, person);
  return fault && problems[fault];
}

/** Letters and digits that are not easily confused. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

/** Generates a strong password (99 bits) that is easy to read aloud: five groups of four. */
export function generatePassword(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return Array.from({ length: 5 }, group).join("-");
}
