/** Where a page stands in its list, as headers and as `meta` (conventions.md, Envelope). */
export interface Paging {
  /** Value of the `Link` header. */
  readonly link: string;
  readonly meta: {
    readonly Link: Readonly<Record<string, string>>;
    readonly "X-Total-Pages": string;
    readonly "X-Total-Count": string;
    readonly "X-Per-Page": string;
  };
}

/**
 * The paging of one page. The links repeat the request's own query with another `page`; an empty list has one page, the first.
 * @param url the absolute URL of the list, without a query
 * @param query the request's query, decoded
 */
export function pagingOf(
  url: string,
  query: ReadonlyMap<string, string>,
  page: number,
  perPage: number,
  total: number,
): Paging {
  const pages = Math.max(1, Math.ceil(total / perPage));
  const to = (target: number): string => {
    const parameters = new URLSearchParams([...query]);
    parameters.set("page", String(target));
    return `${url}?${parameters}`;
  };
  const links: Record<string, string> = { first: to(1) };
  if (page > 1) links.prev = to(Math.min(page - 1, pages));
  if (page < pages) links.next = to(page + 1);
  links.last = to(pages);
  return {
    link: Object.entries(links)
      .map(([rel, target]) => `<${target}>; rel="${rel}"`)
      .join(", "),
    meta: {
      Link: links,
      "X-Total-Pages": String(pages),
      "X-Total-Count": String(total),
      "X-Per-Page": String(perPage),
    },
  };
}
