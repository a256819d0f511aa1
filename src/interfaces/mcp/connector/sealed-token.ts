import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const ivLength = 12;
const tagLength = 16;

/**
 * Seals a token under a code: whoever has the database and not the code cannot open it. So the pasted token can be given to the client
 * that brings the code, by any process, although Roost stores no token.
 */
export function sealToken(token: string, code: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv("aes-256-gcm", keyOf(code), iv);
  const text = Buffer.concat([cipher.update(token, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

/** Opens what was sealed under the same code. */
export function openToken(sealed: Buffer, code: string): string {
  const decipher = createDecipheriv("aes-256-gcm", keyOf(code), sealed.subarray(0, ivLength));
  decipher.setAuthTag(sealed.subarray(ivLength, ivLength + tagLength));
  return Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()]).toString("utf8");
}

function keyOf(code: string): Buffer {
  return Buffer.from(hkdfSync("sha256", code, "", "roost agent code", 32));
}
