import { createHash, randomBytes } from "node:crypto";

/** A secret for a mailed link, and its stored digest. */
export interface SecretLink {
  /** 256 random bits, URL-safe. */
  readonly token: string;
  readonly digest: Buffer;
}

/** Creates a random secret. */
export function makeSecretLink(): SecretLink {
  const secret = randomBytes(32);
  return { token: secret.toString("base64url"), digest: sha256(secret) };
}

/** A presented token's digest; undefined if it is malformed. Looking up a digest leaks no timing information about the token. */
export function digestOfToken(token: string): Buffer | undefined {
  return /^[A-Za-z0-9_-]{43}$/.test(token) ? sha256(Buffer.from(token, "base64url")) : undefined;
}

function sha256(secret: Buffer): Buffer {
  return createHash("sha256").update(secret).digest();
}
