import { type Coding, codings } from "../bodies/content-coding.ts";

const codingInTag = new RegExp(`-(${codings.join("|")})"$`);

/**
 * The strong entity tag of a response in a coding. It differs by coding, as the bytes do (RFC 9110 §8.8.3.3).
 * @param tag of the uncoded bytes, quoted
 */
export function codedTag(tag: string, coding: Coding | undefined): string {
  return coding === undefined ? tag : `${tag.slice(0, -1)}-${coding}"`;
}

/**
 * Whether an `If-None-Match` header names the response in any coding. The comparison is weak (RFC 9110 §13.1.2).
 * @param tag of the uncoded bytes, quoted
 */
export function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((candidate) => {
    const strong = candidate.trim().replace(/^W\//, "");
    return strong === tag || strong.replace(codingInTag, '"') === tag;
  });
}
