import { createHash } from "node:crypto";
import { badRequest } from "../../errors.ts";
import type { RecordId } from "../../key.ts";
import type { Resource } from "../../resource.ts";

/** The inputs that determine a list's records: resource and search parameters, but not fields, includes or paging. */
export interface Listed {
  readonly resource: Resource;
  /** Names of the search parameters in the request. */
  readonly searchNames: readonly string[];
  readonly values: ReadonlyMap<string, unknown>;
}

/** Length of the digest that binds a cursor to its list. It only prevents mistakes: a cursor grants no access. */
const digestLength = 8;

/** The `after` of the page that follows a record (conventions.md, Reading), valid for this list only. @param id in the database's form */
export function cursorAfter(listed: Listed, id: string): string {
  return Buffer.from(digestOf(listed) + id).toString("base64url");
}

/** Parses a parameter `after`. @throws RequestError 400 when it is invalid or belongs to another list */
export function readCursor(listed: Listed, text: string): RecordId {
  const plain = Buffer.from(text, "base64url").toString("latin1");
  const id = listed.resource.key.parse(plain.slice(digestLength));
  if (id === undefined) throw badRequest("The parameter after is invalid. Use the URL in meta.Link.next unchanged.");
  if (plain.slice(0, digestLength) !== digestOf(listed))
    throw badRequest(
      "The parameter after belongs to another list or to other filters. Start again from the first page.",
    );
  return id;
}

function digestOf({ resource, searchNames, values }: Listed): string {
  const parameters = searchNames.map((name) => [name, String(values.get(name))]);
  return createHash("sha256")
    .update(JSON.stringify([resource.name, parameters]))
    .digest("base64url")
    .slice(0, digestLength);
}
