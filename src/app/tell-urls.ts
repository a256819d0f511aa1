import type { ServiceSecrets } from "../kernel/access/secrets.ts";
import { urlTerm } from "../kernel/files/file-urls.ts";
import type { QueryCache } from "../kernel/read/query-cache.ts";

/** What the URLs in records follow from. */
export interface UrlFacts {
  readonly baseUrl: string;
  readonly secrets: ServiceSecrets;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Lets records that are read with these queries hold URLs of the service, of files and of links. */
export function tellUrls(queries: QueryCache, { baseUrl, secrets, clock }: UrlFacts): void {
  queries.reachedAt(
    baseUrl,
    hourly(() => urlTerm(secrets, clock()), clock),
    secrets.linkKey,
  );
}

/** What is the same within an hour, computed once in it. @param clock epoch milliseconds */
function hourly<T>(compute: () => T, clock: () => number): () => T {
  let known: { readonly hour: number; readonly value: T } | undefined;
  return () => {
    const hour = Math.floor(clock() / 3_600_000);
    if (known?.hour !== hour) known = { hour, value: compute() };
    return known.value;
  };
}
