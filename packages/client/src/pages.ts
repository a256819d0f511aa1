import { isObject, type JsonObject } from "./json.ts";

/**
 * The query of the next page. Only the query, so that a response can never redirect the token to another host.
 * @returns undefined on the last page
 */
export function nextQuery(page: unknown): Record<string, string> | undefined {
  const meta = isObject(page) ? page.meta : undefined;
  const links = isObject(meta) ? meta.Link : undefined;
  const next = isObject(links) ? links.next : undefined;
  return typeof next === "string" ? Object.fromEntries(new URL(next).searchParams) : undefined;
}

/** The name of the resource in a response: its member besides `links` and `meta`. */
export function rootOf(page: JsonObject): string {
  const root = Object.keys(page).find((name) => name !== "links" && name !== "meta");
  if (root === undefined) throw new TypeError("This response has no records.");
  return root;
}
