import { isObject, type JsonObject } from "./json.ts";

/**
 * The query of the next page's URL. Only that: the token goes where the client was told, whatever an answer says.
 * @returns undefined on the last page
 */
export function nextQuery(page: unknown): Record<string, string> | undefined {
  const meta = isObject(page) ? page.meta : undefined;
  const links = isObject(meta) ? meta.Link : undefined;
  const next = isObject(links) ? links.next : undefined;
  return typeof next === "string" ? Object.fromEntries(new URL(next).searchParams) : undefined;
}

/** What of an answer is neither `links` nor `meta`: the name of its resource. */
export function rootOf(page: JsonObject): string {
  const root = Object.keys(page).find((name) => name !== "links" && name !== "meta");
  if (root === undefined) throw new TypeError("This answer has no records.");
  return root;
}
