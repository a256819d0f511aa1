/**
 * An account's content version when a request was admitted. While the version is unchanged, so is the content, except for
 * time-dependent values (docs/design/response-cache.md).
 */
export interface ContentMoment {
  /**
   * Opaque; compare it for equality only. Every transaction that changes the account's content changes it (baseline/03_resources.sql).
   * It includes the server's timeline, because a promoted standby may lack the last transactions.
   */
  readonly version: string;
  /** The database's clock, epoch milliseconds. */
  readonly at: number;
}

/** SQL for the text that `readContentMoment` parses. Works on a primary only. @param account SQL of an account id; null yields null */
export const contentMoment = (account: string): string =>
  `left(pg_walfile_name(pg_current_wal_lsn()), 8) || '.' || content_version(${account}) || ' ' || floor(extract(epoch from now()) * 1000)::bigint`;

/** Parses the text that `contentMoment` selects. */
export function readContentMoment(text: string | null | undefined): ContentMoment | undefined {
  if (!text) return undefined;
  const [version = "", at = ""] = text.split(" ");
  return { version, at: Number(at) };
}
