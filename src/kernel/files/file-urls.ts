import { createHmac, timingSafeEqual } from "node:crypto";
import { keyedDigest, keyedDigestSql } from "../access/keyed-digest.ts";
import type { Secrets } from "../access/secrets.ts";

/** An hour's signing key for file URLs. URLs, and the ETags of their answers, stay the same within that hour. */
export interface UrlTerm {
  /** The expiry of the URLs, in epoch seconds. */
  readonly until: number;
  /** Signs only URLs with this expiry. */
  readonly key: Buffer;
}

/** In seconds: a URL works for a day, and for up to one hour more. */
const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;

/** Bytes of a signature. */
const signatureBytes = 16;

const purpose = "file urls";

/** The signing key for URLs issued at a moment. @param now epoch milliseconds */
export function urlTerm(secrets: Secrets, now: number): UrlTerm {
  const until = (Math.floor(now / 1000 / hourSeconds) + 1) * hourSeconds + daySeconds;
  return { until, key: keyOf(secrets.derive(purpose)[0], until) };
}

/**
 * SQL: a signed URL of the row's file, valid for about a day; null without a file. The signing key is a parameter of the statement
 * (`:files_key`), and is valid only for URLs that expire in that hour.
 * @param table of the row
 * @param file the column of the id in `stored_files`
 */
export function signedUrl(table: string, file: string): string {
  const signed = `${table}.account_id || '-' || ${table}.${file} || '-' || :files_until`;
  return `:base_url || '/files/' || ${signed} || '-' || encode(substring(${keyedDigestSql(":files_key", signed)} from 1 for ${signatureBytes}), 'hex')`;
}

const documentForms = ["pdf", "xml", "signature"] as const;

/** The form of a document that a row holds itself, and not the file store: an invoice's files, or a signed agreement's. */
export type DocumentForm = (typeof documentForms)[number];

/** SQL: the signed URL of a document in the row itself. */
export function signedDocumentUrl(table: string, form: DocumentForm): string {
  const signed = `${table}.account_id || '-' || ${table}.id || '.${form}-' || :files_until`;
  return `:base_url || '/files/' || ${signed} || '-' || encode(substring(${keyedDigestSql(":files_key", signed)} from 1 for ${signatureBytes}), 'hex')`;
}

const form = /^(\d{1,15})-(\d{1,15})(?:\.(pdf|xml|signature))?-(\d{1,12})-([0-9a-f]{32})$/;

/** The object of a signed URL: a stored file, or a document. */
interface Signed {
  readonly account: number;
  readonly id: number;
  readonly form: DocumentForm | undefined;
}

/** The file of a signed URL's token. Undefined when it has expired or the signature is wrong. @param now epoch milliseconds */
export function signedFile(secrets: Secrets, token: string, now: number): { account: number; id: number } | undefined {
  const signed = signedBy(secrets, token, now);
  return signed?.form === undefined ? signed : undefined;
}

/** The document of a signed URL's token, as `signedFile`. */
export function signedDocument(
  secrets: Secrets,
  token: string,
  now: number,
): { readonly account: number; readonly id: number; readonly form: DocumentForm } | undefined {
  const signed = signedBy(secrets, token, now);
  return signed?.form && { ...signed, form: signed.form };
}

function signedBy(secrets: Secrets, token: string, now: number): Signed | undefined {
  const [, account, id, extension, until, signature] = form.exec(token) ?? [];
  if (account === undefined || id === undefined || until === undefined || signature === undefined) return undefined;
  const presented = Buffer.from(signature, "hex");
  const suffix = extension === undefined ? "" : `.${extension}`;
  // Compare with every key, so that the time taken reveals nothing.
  const matches = secrets
    .derive(purpose)
    .map((secret) =>
      timingSafeEqual(presented, signatureOf(keyOf(secret, Number(until)), `${account}-${id}${suffix}-${until}`)),
    );
  if (!matches.includes(true) || Number(until) * 1000 <= now) return undefined;
  const documentForm = documentForms.find((one) => one === extension);
  return { account: Number(account), id: Number(id), form: documentForm };
}

const keyOf = (secret: Buffer, until: number): Buffer => createHmac("sha256", secret).update(String(until)).digest();

/** Must equal the SQL above. */
const signatureOf = (key: Buffer, text: string): Buffer => keyedDigest(key, text).subarray(0, signatureBytes);
