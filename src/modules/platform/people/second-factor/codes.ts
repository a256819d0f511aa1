import { createHash, randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";

/** Seconds that a code is good for, and spans before and after this one that count as well: clocks differ. */
const [period, around] = [30, 1];

const totpOf = (secret: string, label = ""): TOTP =>
  new TOTP({
    ...{ issuer: "Roost", label, algorithm: "SHA1", digits: 6, period },
    secret: Secret.fromBase32(secret),
  });

/** 160 random bits, as authenticator applications take them (RFC 4226, 4). */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** What the QR code says to an authenticator application. */
export const enrolmentUri = (secret: string, email: string): string => totpOf(secret, email).toString();

/**
 * The span of 30 seconds that a code belongs to, compared in constant time; undefined for a wrong one.
 * @param now epoch milliseconds
 */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, timestamp: now, window: around });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}

/** Letters and digits that no two people read differently. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

/** Ten codes of 79 bits, each good once in place of one from the application. */
export const newRecoveryCodes = (): string[] => Array.from({ length: 10 }, newRecoveryCode);

function newRecoveryCode(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return Array.from({ length: 4 }, group).join("-");
}

/** What is kept of a recovery code: nobody guesses what has 79 random bits, and so a plain digest is enough. */
export const digestOfRecoveryCode = (code: string): Buffer =>
  createHash("sha256")
    .update(`recovery ${code.toLowerCase().replaceAll("-", "")}`)
    .digest();

/** A code as it was typed, without what people put between. */
export const typedCode = (text: string): string => text.slice(0, 100).replaceAll(/[\s-]/g, "");
