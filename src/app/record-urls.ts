import type { ServiceSecrets } from "../kernel/access/secrets.ts";
import { urlTerm } from "../kernel/files/file-urls.ts";
import type { QueryCache } from "../kernel/read/query-cache.ts";

/** The inputs of URLs in records. */
export interface UrlFacts {
  readonly baseUrl: string;
  readonly secrets: ServiceSecrets;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Gives queries the URLs that records contain: of the service, its files and its links. */
export function setRecordUrls(queries: QueryCache, { baseUrl, secrets, clock }: UrlFacts): void {
  queries.reachedAt(
    baseUrl,
    hourly(() => urlTerm(secrets, clock()), clock),
    secrets.linkKey,
  );
}

/** Computes a value once an hour. @param clock epoch milliseconds */
function hourly<T>(compute: () => T, clock: () => number): () => T {
  let cached: { readonly hour: number; readonly value: T } | undefined;
  return () => {
    const hour = Math.floor(clock() / 3_600_000);
    if (cached?.hour !== hour) cached = { hour, value: compute() };
    return cached.value;
  };
}
