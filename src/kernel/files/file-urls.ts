import { createHmac, timingSafeEqual } from "node:crypto";
import { keyedDigest, keyedDigestSql } from "../access/keyed-digest.ts";
import type { Secrets } from "../access/secrets.ts";

/** What the URLs of files are signed with for an hour: so they stay the same within it, and with them an answer's ETag. */
export interface UrlTerm {
  /** When they end: epoch seconds. */
  readonly until: number;
  /** Signs URLs that end then, and no others. */
  readonly key: Buffer;
}

/** Seconds: a URL works for a day, and for up to an hour more. */
const anHour = 3600;
const aDay = 24 * anHour;

/** Bytes of a signature. */
const length = 16;

const purpose = "file urls";

/** What URLs that are handed out at a moment are signed with. @param now epoch milliseconds */
export function urlTerm(secrets: Secrets, now: number): UrlTerm {
  const until = (Math.floor(now / 1000 / anHour) + 1) * anHour + aDay;
  return { until, key: keyOf(secrets.derive(purpose)[0], until) };
}

/**
 * SQL: the URL of a file of the row's account, which works for about a day; null where the row names none. The key that it is signed with
 * is a parameter of the statement (`:files_key`), and good for nothing but URLs that end in that hour.
 * @param table of the row
 * @param file the column with the id in `stored_files`
 */
export function signedUrl(table: string, file: string): string {
  const signed = `${table}.account_id || '-' || ${table}.${file} || '-' || :files_until`;
  return `:base_url || '/files/' || ${signed} || '-' || encode(substring(${keyedDigestSql(":files_key", signed)} from 1 for ${length}), 'hex')`;
}

const form = /^(\d{1,15})-(\d{1,15})-(\d{1,12})-([0-9a-f]{32})$/;

/** The file that the token of a signed URL is of; undefined when it is over, or was not signed by us. @param now epoch milliseconds */
export function signedFile(secrets: Secrets, token: string, now: number): { account: number; id: number } | undefined {
  const [, account, id, until, signature] = form.exec(token) ?? [];
  if (account === undefined || id === undefined || until === undefined || signature === undefined) return undefined;
  const given = Buffer.from(signature, "hex");
  // All of them, whichever fits: how long it takes says nothing.
  const fits = secrets
    .derive(purpose)
    .map((secret) => timingSafeEqual(given, signatureOf(keyOf(secret, Number(until)), `${account}-${id}-${until}`)));
  if (!fits.includes(true) || Number(until) * 1000 <= now) return undefined;
  return { account: Number(account), id: Number(id) };
}

const keyOf = (secret: Buffer, until: number): Buffer => createHmac("sha256", secret).update(String(until)).digest();

/** As the SQL above computes it. */
const signatureOf = (key: Buffer, text: string): Buffer => keyedDigest(key, text).subarray(0, length);
