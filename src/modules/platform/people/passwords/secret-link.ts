import { createHash, randomBytes } from "node:crypto";

/** A secret that is sent to somebody, and what is kept of it. */
export interface SecretLink {
  /** 256 random bits, as they stand in a URL. */
  readonly token: string;
  readonly digest: Buffer;
}

/** Makes a secret that nobody guesses. */
export function makeSecretLink(): SecretLink {
  const secret = randomBytes(32);
  return { token: secret.toString("base64url"), digest: sha256(secret) };
}

/** The digest of a token that somebody shows; undefined for what is no token at all. It is looked up by an index: nothing is compared piece by piece. */
export function digestOfToken(token: string): Buffer | undefined {
  return /^[A-Za-z0-9_-]{43}$/.test(token) ? sha256(Buffer.from(token, "base64url")) : undefined;
}

function sha256(secret: Buffer): Buffer {
  return createHash("sha256").update(secret).digest();
}
