import { createHash } from "node:crypto";
import { badRequest } from "../../errors.ts";
import type { RecordId } from "../../key.ts";
import type { Resource } from "../../resource.ts";

/** What decides which records a list has: its resource, and what it was asked for beside fields, embedded records and pages. */
export interface Listed {
  readonly resource: Resource;
  /** Names of the search parameters that were given. */
  readonly given: readonly string[];
  readonly values: ReadonlyMap<string, unknown>;
}

/** Characters of the digest that binds a cursor to its list. It protects from mistakes alone: a cursor opens nothing. */
const bound = 8;

/** The `after` of the page behind a record (conventions.md, Reading), good for this list alone. @param id as the database wrote it */
export function cursorAfter(listed: Listed, id: string): string {
  return Buffer.from(digestOf(listed) + id).toString("base64url");
}

/** The id of a parameter `after`. @throws RequestError 400 when it is none, or another list's */
export function readCursor(listed: Listed, text: string): RecordId {
  const plain = Buffer.from(text, "base64url").toString("latin1");
  const id = listed.resource.key.parse(plain.slice(bound));
  if (id === undefined)
    throw badRequest("The parameter after is not what a list gave: follow the URL in meta.Link.next as it stands.");
  if (plain.slice(0, bound) !== digestOf(listed))
    throw badRequest("The parameter after belongs to another list, or to other filters: begin with the first page.");
  return id;
}

function digestOf({ resource, given, values }: Listed): string {
  const asked = given.map((name) => [name, String(values.get(name))]);
  return createHash("sha256")
    .update(JSON.stringify([resource.name, asked]))
    .digest("base64url")
    .slice(0, bound);
}
