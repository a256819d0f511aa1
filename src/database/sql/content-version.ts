/**
 * What an account showed when a request was let in: its content is the same as long as the version is, but for what the time changes by itself
 * (docs/design/response-cache.md).
 */
export interface ContentMoment {
  /**
   * Moved by every transaction that changes what the account shows (baseline/03_resources.sql); of one timeline of the server, for the one that takes its
   * place may lack the last transactions. To be compared, and nothing else.
   */
  readonly version: string;
  /** The database's clock, epoch milliseconds. */
  readonly at: number;
}

/** SQL: what `readContentMoment` reads, as one text, on a server that takes writes. @param account SQL of an id; null of null */
export const contentMoment = (account: string): string =>
  `left(pg_walfile_name(pg_current_wal_lsn()), 8) || '.' || content_version(${account}) || ' ' || floor(extract(epoch from now()) * 1000)::bigint`;

/** Reads what `contentMoment` selects. */
export function readContentMoment(text: string | null | undefined): ContentMoment | undefined {
  if (!text) return undefined;
  const [version = "", at = ""] = text.split(" ");
  return { version, at: Number(at) };
}
