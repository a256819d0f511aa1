import { createHash } from "node:crypto";

/** Signs a text under a key: 32 bytes. The second digest keeps anyone from continuing the first. */
export function keyedDigest(key: Buffer, text: string): Buffer {
  const inner = createHash("sha256").update(key).update(text).digest();
  return createHash("sha256").update(key).update(inner).digest();
}

/** SQL: the same of an expression. @param key a parameter of the statement: a key never stands in its text */
export function keyedDigestSql(key: string, text: string): string {
  return `sha256(${key} || sha256(${key} || convert_to(${text}, 'UTF8')))`;
}
