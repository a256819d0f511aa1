import { createHash, timingSafeEqual } from "node:crypto";
import { keyedDigest, keyedDigestSql } from "./keyed-digest.ts";

/** A token's purpose: a payment page's token opens no calendar. */
type LinkedKind = "calendar" | "payment";

/** The row that a token represents. */
interface Linked {
  readonly kind: LinkedKind;
  readonly account: number;
  readonly id: number;
}

/** Account, row, and 256 bits in hex. */
const form = /^([1-9]\d{0,15})-([1-9]\d{0,15})-([0-9a-f]{64})$/;

/**
 * SQL: the token of a row with a `link_salt`. It is computed on every read: a copy of the database holds the salt, but not the key.
 * @param key the statement's parameter that holds the link key; the kernel's own reads provide it
 */
export function linkToken(kind: LinkedKind, table: string, key = ":link_key"): string {
  const row = `${table}.account_id || '-' || ${table}.id`;
  const signed = keyedDigestSql(key, `'${kind}-' || ${row} || '-' || encode(${table}.link_salt, 'hex')`);
  return `${row} || '-' || encode(${signed}, 'hex')`;
}

/** Parses a token without checking its signature. Undefined for a text of another form. */
export function readLinkToken(text: string): { account: number; id: number; signature: string } | undefined {
  const [, first, second, signature] = form.exec(text) ?? [];
  const [account, id] = [Number(first), Number(second)];
  if (signature === undefined || !Number.isSafeInteger(account) || !Number.isSafeInteger(id)) return undefined;
  return { account, id, signature };
}

/**
 * Whether a token's signature is right. Early previews stored tokens: the salt of such a row is its token's SHA-256.
 * @param salt in hex
 */
export function isRightToken(linkKey: Buffer, { kind, account, id }: Linked, salt: string, signature: string): boolean {
  const expected = keyedDigest(linkKey, `${kind}-${account}-${id}-${salt}`);
  const isSigned = timingSafeEqual(Buffer.from(signature, "hex"), expected);
  const isStoredToken = timingSafeEqual(createHash("sha256").update(signature).digest(), Buffer.from(salt, "hex"));
  return isSigned || isStoredToken;
}
