import { versionLength } from "../../../kernel/read/version.ts";
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

/** The tag of a body that shows one version of a record. @param tag of the uncoded bytes, quoted */
export const versionedTag = (tag: string, version: string): string => `${tag.slice(0, -1)}.${version}"`;

const entityTag = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;
const versionInTag = new RegExp(`^"[^"]*\\.([\\w-]{${versionLength}})(?:-(?:${codings.join("|")}))?"$`);

/**
 * The versions that an `If-Match` header accepts. The comparison is strong, so a weak tag matches nothing (RFC 9110 §13.1.1).
 * @returns undefined for a header that is not a list of entity tags
 */
export function expectedVersions(ifMatch: string): ReadonlySet<string> | "any" | undefined {
  if (ifMatch.trim() === "*") return "any";
  const tags = ifMatch.match(entityTag) ?? [];
  if (tags.length === 0 || !/^[\s,]*$/.test(ifMatch.replaceAll(entityTag, ","))) return undefined;
  return new Set(tags.flatMap((tag) => versionInTag.exec(tag)?.[1] ?? []));
}
