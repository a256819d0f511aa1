import { LRUCache } from "lru-cache";
import type { AccountScope } from "../../database/sql/account-scope.ts";
import type { Caller } from "../access/caller.ts";
import type { UrlTerm } from "../files/file-urls.ts";
import { limitsOf } from "../limits.ts";
import type { ResourceRegistry } from "../registry.ts";
import type { Resource } from "../resource.ts";
import { type CompiledQuery, compileQuery } from "./compile-query.ts";
import type { QueryKey } from "./query-key.ts";

/** Brings the rows of a caller's accounts up to date, in transactions of its own. */
export type BeforeReads = (scope: {
  readonly database: AccountScope;
  readonly caller: Caller;
  readonly queries: QueryCache;
}) => Promise<void>;

interface QueryCacheOptions {
  /** What comes before records of some resources are read. */
  readonly before?: ReadonlyMap<Resource, BeforeReads>;
}

/** The compiled queries that a process keeps. */
const maxQueries = 400;

/** Compiled queries by key, the ones used last: a client that asks for every combination of fields costs compilations, and no memory. */
export class QueryCache {
  readonly registry: ResourceRegistry;
  /** Under which people reach the service, for the URLs in records; null until it is known (`reachedAt`). */
  baseUrl: string | null = null;
  /** What URLs of files are signed with; without it, records have none. */
  urlTerm: () => UrlTerm | undefined = () => undefined;
  /** What the tokens of links are signed with; without it, records have none. */
  linkKey: Buffer | null = null;
  /** What comes before records are read: whoever answers a list or records by ids awaits it first (see `prepareReads`). */
  private readonly before: ReadonlyMap<Resource, BeforeReads>;
  private readonly byKey = new LRUCache<string, CompiledQuery>({ max: maxQueries });

  constructor(registry: ResourceRegistry, { before = new Map() }: QueryCacheOptions = {}) {
    this.registry = registry;
    this.before = before;
  }

  /** What comes before records of a resource are read; undefined for nothing. */
  beforeReadsOf(resource: Resource): BeforeReads | undefined {
    return this.before.get(resource);
  }

  /** Lets records hold URLs of the service, and of files. @param baseUrl without a slash at the end */
  reachedAt(baseUrl: string, urlTerm: () => UrlTerm, linkKey: Buffer): void {
    this.baseUrl = baseUrl;
    this.linkKey = linkKey;
    this.urlTerm = urlTerm;
  }

  /** The compiled query of a key. */
  of(key: QueryKey): CompiledQuery {
    const text = textOf(key);
    const known = this.byKey.get(text);
    if (known) return known;
    const query = compileQuery(this.registry, key);
    this.byKey.set(text, query);
    return query;
  }
}

function textOf(key: QueryKey): string {
  const fields = key.fields === undefined ? "*" : [...key.fields].sort().join();
  const filters = key.filters?.map(({ key, test }) => `${key} ${test}`).join() ?? "";
  const sort = key.sort?.map(({ key, isDescending }) => `${isDescending ? "-" : ""}${key}`).join() ?? "";
  return `${key.resource.name}|${key.kind}|${key.walk}|${key.oneAccount}|${key.publishedOnly}|${scopesKey(key.scopes)}|${fields}|${key.embedded.join()}|${key.given.join()}|${filters}|${sort}`;
}

/** Scope sets are few and live as long as the cached facts of their token: their sorted text is worth caching. */
const scopesKeys = new WeakMap<object, string>();

/** Scopes as a text, with the limits of a person's role where they have some. */
export function scopesKey(scopes: QueryKey["scopes"]): string {
  const known = scopesKeys.get(scopes);
  if (known !== undefined) return known;
  const key = [...scopes, limitsOf(scopes)?.name ?? ""].sort().join();
  scopesKeys.set(scopes, key);
  return key;
}
