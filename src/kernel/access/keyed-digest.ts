import { createHash } from "node:crypto";

/** Signs a text with a key: 32 bytes. Hashing twice prevents length extension. */
export function keyedDigest(key: Buffer, text: string): Buffer {
  const inner = createHash("sha256").update(key).update(text).digest();
  return createHash("sha256").update(key).update(inner).digest();
}

/** SQL: the same for an expression. @param key a parameter of the statement: a key never appears in its text */
export function keyedDigestSql(key: string, text: string): string {
  return `sha256(${key} || sha256(${key} || convert_to(${text}, 'UTF8')))`;
}
