import { createHash } from "node:crypto";

/** What every answer of the API is. */
export const contentType = "application/vnd.api+json; charset=utf-8";

/** The envelope of conventions.md around records that are JSON texts already. `meta` is a JSON text. */
export function envelope(templates: string, name: string, records: readonly string[], meta: string): string {
  return `{"links":${templates},"${name}":[${records.join(",")}],"meta":${meta}}`;
}

/** A strong entity tag of a body. */
export function entityTag(body: Buffer): string {
  return `"${createHash("sha1").update(body).digest("base64url")}"`;
}

/** Whether an `If-None-Match` header names the tag (RFC 9110 §13.1.2: weak comparison). */
export function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === tag);
}
