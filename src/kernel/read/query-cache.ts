import { LRUCache } from "lru-cache";
import type { AccountScope } from "../../database/sql/account-scope.ts";
import type { Caller } from "../access/caller.ts";
import type { UrlTerm } from "../files/file-urls.ts";
import { limitsOf } from "../limits.ts";
import type { ResourceRegistry } from "../registry.ts";
import type { Resource } from "../resource.ts";
import { type CompiledQuery, compileQuery } from "./compile-query.ts";
import type { QueryKey } from "./query-key.ts";

/** Brings the rows of a caller's accounts up to date, in separate transactions. */
export type BeforeReads = (scope: {
  readonly database: AccountScope;
  readonly caller: Caller;
  readonly queries: QueryCache;
}) => Promise<void>;

interface QueryCacheOptions {
  /** Preparation before records of some resources are read. */
  readonly before?: ReadonlyMap<Resource, BeforeReads>;
}

/** The size of the cache. */
const maxQueries = 400;

/** An LRU cache of compiled queries: unusual field combinations cost compilations, but no memory. */
export class QueryCache {
  readonly registry: ResourceRegistry;
  /** The service's public URL, for URLs in records; null until `reachedAt`. */
  baseUrl: string | null = null;
  /** The signing key of file URLs; without it, records have none. */
  urlTerm: () => UrlTerm | undefined = () => undefined;
  /** The signing key of link tokens; without it, records have none. */
  linkKey: Buffer | null = null;
  /** Preparation by resource: every list or read by id awaits it first (see `prepareReads`). */
  private readonly before: ReadonlyMap<Resource, BeforeReads>;
  private readonly byKey = new LRUCache<string, CompiledQuery>({ max: maxQueries });

  constructor(registry: ResourceRegistry, { before = new Map() }: QueryCacheOptions = {}) {
    this.registry = registry;
    this.before = before;
  }

  /** A resource's preparation, if any. */
  beforeReadsOf(resource: Resource): BeforeReads | undefined {
    return this.before.get(resource);
  }

  /** Enables URLs of the service and of files in records. @param baseUrl without a trailing slash */
  reachedAt(baseUrl: string, urlTerm: () => UrlTerm, linkKey: Buffer): void {
    this.baseUrl = baseUrl;
    this.linkKey = linkKey;
    this.urlTerm = urlTerm;
  }

  /** The compiled query of a key. */
  of(key: QueryKey): CompiledQuery {
    const text = textOf(key);
    const cached = this.byKey.get(text);
    if (cached) return cached;
    const query = compileQuery(this.registry, key);
    this.byKey.set(text, query);
    return query;
  }
}

function textOf(key: QueryKey): string {
  const fields = key.fields === undefined ? "*" : [...key.fields].sort().join();
  const filters = key.filters?.map(({ key, test, isInstant }) => `${key} ${test} ${isInstant ?? ""}`).join() ?? "";
  const sort = key.sort?.map(({ key, isDescending }) => `${isDescending ? "-" : ""}${key}`).join() ?? "";
  return `${key.resource.name}|${key.kind}|${key.walk}|${key.oneAccount}|${key.publishedOnly}|${scopesKey(key.scopes)}|${fields}|${key.embedded.join()}|${key.searchNames.join()}|${filters}|${sort}|${key.countsHidden === true}`;
}

/** Scope sets are few and live as long as their token's cache entry, so their text is cached. */
const scopesKeys = new WeakMap<object, string>();

/** Scopes as a cache key, including the limits of a person's role. */
export function scopesKey(scopes: QueryKey["scopes"]): string {
  const cached = scopesKeys.get(scopes);
  if (cached !== undefined) return cached;
  const key = [...scopes, limitsOf(scopes)?.name ?? ""].sort().join();
  scopesKeys.set(scopes, key);
  return key;
}
