import { type Coding, codings } from "../bodies/content-coding.ts";

const codingInTag = new RegExp(`-(${codings.join("|")})"$`);

/**
 * The tag of an answer in a coding. Each is strong, and of other bytes than the others (RFC 9110 §8.8.3.3).
 * @param tag of the bytes as they are, quoted
 */
export function codedTag(tag: string, coding: Coding | undefined): string {
  return coding === undefined ? tag : `${tag.slice(0, -1)}-${coding}"`;
}

/**
 * Whether an `If-None-Match` header names the answer, in whatever coding: a client that has it in one need not get it in another.
 * The comparison is weak (RFC 9110 §13.1.2).
 * @param tag of the bytes as they are, quoted
 */
export function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((candidate) => {
    const known = candidate.trim().replace(/^W\//, "");
    return known === tag || known.replace(codingInTag, '"') === tag;
  });
}
