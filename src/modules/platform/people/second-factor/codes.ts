import { createHash, randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";

/** A code's period in seconds, and the periods accepted before and after the current one, because clocks differ. */
const [period, tolerance] = [30, 1];

const totpOf = (secret: string, label = ""): TOTP =>
  new TOTP({
    ...{ issuer: "Roost", label, algorithm: "SHA1", digits: 6, period },
    secret: Secret.fromBase32(secret),
  });

/** 160 random bits, as recommended for authenticators (RFC 4226, 4). */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** The content of the QR code for an authenticator. */
export const enrolmentUri = (secret: string, email: string): string => totpOf(secret, email).toString();

/**
 * A code's time step, compared in constant time; undefined for a wrong code.
 * @param now epoch milliseconds
 */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, timestamp: now, window: tolerance });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}

/** Letters and digits that are not easily confused. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

/** Ten codes of 79 bits, each usable once instead of an authenticator code. */
export const newRecoveryCodes = (): string[] => Array.from({ length: 10 }, newRecoveryCode);

function newRecoveryCode(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return Array.from({ length: 4 }, group).join("-");
}

/** The stored digest of a recovery code. With 79 random bits, it needs no slow hash. */
export const digestOfRecoveryCode = (code: string): Buffer =>
  createHash("sha256")
    .update(`recovery ${code.toLowerCase().replaceAll("-", "")}`)
    .digest();

/** A typed code without spaces and hyphens. */
export const typedCode = (text: string): string => text.slice(0, 100).replaceAll(/[\s-]/g, "");
