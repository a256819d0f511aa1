/** Where a page stands in its list, as headers and as `meta` (conventions.md, Envelope). */
export interface Paging {
  /** Value of the `Link` header; undefined when not even one URL fits. */
  readonly link: string | undefined;
  readonly meta: {
    readonly Link: Readonly<Record<string, string>>;
    readonly "X-Total-Pages": string;
    readonly "X-Total-Count": string;
    readonly "X-Per-Page": string;
  };
}

/** A page among the others. */
export interface PagePosition {
  readonly page: number;
  readonly perPage: number;
  /** How many records there are in all. */
  readonly total: number;
  /**
   * Where the list is in order of ids: the `after` of the next page, null when this is the last. Undefined: the number of the page says
   * whether there is another.
   */
  readonly after?: string | null | undefined;
}

/** Characters that a `Link` header has at most: HTTP clients give up on longer ones. */
const longestLink = 4000;

/** What a client misses first when it is left out. */
const byUse = ["next", "prev", "first", "last"];

/**
 * The paging of one page. The links repeat the request's own parameters with another `page`; an empty list has one page, the first.
 * @param url the absolute URL of the list, without a query
 * @param parameters the request's, decoded: of its query, and of its body where that has some
 */
export function pagingOf(
  url: string,
  parameters: ReadonlyMap<string, string>,
  { page, perPage, total, after }: PagePosition,
): Paging {
  const pages = Math.max(1, Math.ceil(total / perPage));
  const to = (target: number, after?: string): string => {
    const repeated = new URLSearchParams([...parameters]);
    repeated.set("page", String(target));
    repeated.delete("after");
    if (after !== undefined) repeated.set("after", after);
    return `${url}?${repeated}`;
  };
  const links: Record<string, string> = { first: to(1) };
  if (page > 1) links.prev = to(Math.min(page - 1, pages));
  if (after === undefined ? page < pages : after !== null) links.next = to(page + 1, after ?? undefined);
  links.last = to(pages);
  return {
    link: headerOf(links),
    meta: {
      Link: links,
      "X-Total-Pages": String(pages),
      "X-Total-Count": String(total),
      "X-Per-Page": String(perPage),
    },
  };
}

/** As many of the links as fit, the most useful ones. */
function headerOf(links: Readonly<Record<string, string>>): string | undefined {
  const entries = new Map(Object.entries(links).map(([rel, target]) => [rel, `<${target}>; rel="${rel}"`]));
  const chosen = new Set<string>();
  let room = longestLink;
  for (const rel of byUse) {
    const length = (entries.get(rel)?.length ?? room) + ", ".length;
    if (length > room) continue;
    chosen.add(rel);
    room -= length;
  }
  const shown = [...entries].filter(([rel]) => chosen.has(rel)).map(([, entry]) => entry);
  return shown.length > 0 ? shown.join(", ") : undefined;
}
