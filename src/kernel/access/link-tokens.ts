import { createHash, timingSafeEqual } from "node:crypto";
import { keyedDigest, keyedDigestSql } from "./keyed-digest.ts";

/** What a token leads to: one of a page of payment opens no calendar. */
type LinkedKind = "calendar" | "payment";

/** What a token names: a row of an account, and a kind. */
interface Linked {
  readonly kind: LinkedKind;
  readonly account: number;
  readonly id: number;
}

/** Account, row, and 256 bits in hex. */
const form = /^([1-9]\d{0,15})-([1-9]\d{0,15})-([0-9a-f]{64})$/;

/**
 * SQL: the token of a row with a `link_salt`, as it stands in URLs. It is computed whenever it is shown: who has a copy of the database
 * has the salt, and not the key.
 * @param key the parameter of the statement that holds the link key; the kernel's own reads have it
 */
export function linkToken(kind: LinkedKind, table: string, key = ":link_key"): string {
  const row = `${table}.account_id || '-' || ${table}.id`;
  const signed = keyedDigestSql(key, `'${kind}-' || ${row} || '-' || encode(${table}.link_salt, 'hex')`);
  return `${row} || '-' || encode(${signed}, 'hex')`;
}

/** What a text of the form of a token names, if its last part is right; undefined for any other text. */
export function readLinkToken(text: string): { account: number; id: number; given: string } | undefined {
  const [, first, second, given] = form.exec(text) ?? [];
  const [account, id] = [Number(first), Number(second)];
  if (given === undefined || !Number.isSafeInteger(account) || !Number.isSafeInteger(id)) return undefined;
  return { account, id, given };
}

/**
 * Whether the last part of a token is right. Early previews stored tokens: the salt of such a row is the
 * SHA-256 of its token, which stays good.
 * @param salt in hex
 */
export function isRightToken(linkKey: Buffer, { kind, account, id }: Linked, salt: string, given: string): boolean {
  const signature = keyedDigest(linkKey, `${kind}-${account}-${id}-${salt}`);
  const isSigned = timingSafeEqual(Buffer.from(given, "hex"), signature);
  const isFormer = timingSafeEqual(createHash("sha256").update(given).digest(), Buffer.from(salt, "hex"));
  return isSigned || isFormer;
}
