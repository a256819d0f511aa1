/** A page's position in its list, for headers and `meta` (conventions.md, Envelope). */
export interface Paging {
  /** The `Link` header; undefined when not even one URL fits. */
  readonly link: string | undefined;
  readonly meta: {
    readonly Link: Readonly<Record<string, string>>;
    readonly "X-Total-Pages": string;
    readonly "X-Total-Count": string;
    readonly "X-Per-Page": string;
  };
}

/** The position of a page. */
export interface PagePosition {
  readonly page: number;
  readonly perPage: number;
  /** The total number of records. */
  readonly total: number;
  /**
   * For lists in id order: the `after` of the next page, or null on the last page. Undefined: the page number decides whether there is a
   * next page.
   */
  readonly after?: string | null | undefined;
}

/** HTTP clients reject longer `Link` headers. */
const maxLinkLength = 4000;

/** The links in order of usefulness. */
const byUse = ["next", "prev", "first", "last"];

/**
 * Builds the paging of a page. Links repeat the request's parameters with another `page`. An empty list has one page.
 * @param url the absolute URL of the list, without a query
 * @param parameters the decoded parameters of the query and the body
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

/** The `Link` header with the most useful links that fit. */
function headerOf(links: Readonly<Record<string, string>>): string | undefined {
  const entries = new Map(Object.entries(links).map(([rel, target]) => [rel, `<${target}>; rel="${rel}"`]));
  const chosen = new Set<string>();
  let room = maxLinkLength;
  for (const rel of byUse) {
    const length = (entries.get(rel)?.length ?? room) + ", ".length;
    if (length > room) continue;
    chosen.add(rel);
    room -= length;
  }
  const shown = [...entries].filter(([rel]) => chosen.has(rel)).map(([, entry]) => entry);
  return shown.length > 0 ? shown.join(", ") : undefined;
}
