import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const ivLength = 12;
const tagLength = 16;

/**
 * Encrypts a token with a key derived from the code, which only the client holds. So any process can exchange the code, and the database
 * alone does not reveal the token.
 */
export function sealToken(token: string, code: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv("aes-256-gcm", keyOf(code), iv);
  const text = Buffer.concat([cipher.update(token, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

/** Decrypts a token that was sealed with the same code. */
export function openToken(sealed: Buffer, code: string): string {
  const decipher = createDecipheriv("aes-256-gcm", keyOf(code), sealed.subarray(0, ivLength));
  decipher.setAuthTag(sealed.subarray(ivLength, ivLength + tagLength));
  return Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()]).toString("utf8");
}

function keyOf(code: string): Buffer {
  return Buffer.from(hkdfSync("sha256", code, "", "roost agent code", 32));
}
