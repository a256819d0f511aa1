import { LRUCache } from "lru-cache";
import type { ContentMoment } from "../../../database/sql/content-version.ts";
import { cachedByVersion } from "../../../kernel/application-cache.ts";
import type { CacheLifetime } from "../../../kernel/read/cache-lifetime.ts";
import { scopesKey } from "../../../kernel/read/query-cache.ts";
import { isAlive, type Lifetime } from "../../../modules/property/occupancy/content-lifetime.ts";
import { acceptedCoding, type Coding } from "../../http/bodies/content-coding.ts";
import { type ApiCall, cacheOf } from "../api-call.ts";

/** A response ready to send. */
export interface Response {
  readonly headers: Readonly<Record<string, string>>;
  readonly type: string;
  /** The entity tag of the uncoded body, quoted. */
  readonly tag: string;
  readonly coding: Coding | undefined;
  /** Coded. */
  readonly body: Buffer;
}

/** A request seen before; from its second time on, with the response. */
interface Entry {
  readonly lasting: CacheLifetime;
  readonly kept?: { readonly response: Response; readonly lifetime: Lifetime };
}

const megabyte = 1024 * 1024;
const defaultBounds = { maxBytes: 64 * megabyte, maxEntryBytes: 16 * megabyte };

/** Bytes of an entry without its key and body. */
const overhead = 500;

/** In every time zone, days start on a quarter of an hour. */
const quarterHourMs = 900_000;

/**
 * Caches responses of lists, records and length-of-stay pages from their second request on. An entry is valid while the account's content
 * version is unchanged and its time limit has not passed.
 */
export class ResponseCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #bounds: typeof defaultBounds;
  /** Bytes of responses that are still being computed. */
  #pending = 0;

  constructor(bounds = defaultBounds) {
    this.#bounds = bounds;
    this.#entries = new LRUCache({ maxSize: bounds.maxBytes, maxEntrySize: bounds.maxEntryBytes });
  }

  /** Bytes held, including responses still being computed. */
  get bytes(): number {
    return this.#entries.calculatedSize + this.#pending;
  }

  /** The cached response, if it is still valid. */
  find(key: string, content: ContentMoment): Response | undefined {
    const kept = this.#entries.get(key)?.kept;
    return kept && isAlive(kept.lifetime, content) ? kept.response : undefined;
  }

  /** A response's lifetime; undefined for a request not seen before. */
  lastingOf(key: string): CacheLifetime | undefined {
    return this.#entries.get(key)?.lasting;
  }

  /** Records the first response to a request, without caching it. */
  noteRequest(key: string, lasting: CacheLifetime): void {
    this.#entries.set(key, { lasting }, { size: overhead + 2 * key.length });
  }

  /** Caches a response. @param kept with the lifetime determined before the response was read */
  keep(key: string, lasting: CacheLifetime, kept: NonNullable<Entry["kept"]>): void {
    const { headers, body } = kept.response;
    const texts = Object.values(headers).reduce((length, value) => length + value.length, 2 * key.length);
    this.#entries.set(key, { lasting, kept }, { size: overhead + texts + body.length });
  }

  /** Passes a body's pieces through and calls `keep` with the whole, unless it is cut off or too large. */
  async *keeping(pieces: AsyncIterable<Buffer>, keep: (body: Buffer) => void): AsyncGenerator<Buffer> {
    const { maxBytes, maxEntryBytes } = this.#bounds;
    const collected: Buffer[] = [];
    let bytes = 0;
    let fits = true;
    const release = (): void => {
      this.#pending -= bytes;
      bytes = 0;
    };
    try {
      for await (const piece of pieces) {
        fits &&= bytes + piece.length <= maxEntryBytes && this.#pending + piece.length <= maxBytes;
        if (fits) {
          collected.push(piece);
          bytes += piece.length;
          this.#pending += piece.length;
        } else {
          collected.length = 0;
          release();
        }
        yield piece;
      }
      if (fits) keep(Buffer.concat(collected));
    } finally {
      release();
    }
  }
}

/** The response cache of a service. */
export const responseCache = cachedByVersion(() => new ResponseCache());

/** The cache key of a request, and the account's content at that moment. */
export interface CacheKey {
  readonly text: string;
  readonly content: ContentMoment;
}

/**
 * The key: everything that determines a response, except the account's content. Undefined when the response is not cacheable: for callers
 * of several accounts, for POST, and for bulk operations, which may read uncommitted writes.
 */
export function cacheKeyOf(call: ApiCall): CacheKey | undefined {
  const { caller, request, dependencies } = call;
  const { content, accounts, application, publishedOnly, ofAccount, scopes } = caller;
  if (!content || request.bulkOperation || request.method === "POST") return undefined;
  const coding = acceptedCoding(request.headers["accept-encoding"]);
  const filesUntil = dependencies.queries.urlTerm()?.until;
  const quarter = Math.floor(dependencies.clock() / quarterHourMs);
  const parts = [
    accounts.join(),
    application,
    publishedOnly,
    ofAccount,
    filesUntil,
    quarter,
    coding,
    scopesKey(scopes),
  ];
  return { text: `${request.url} ${parts.join(" ")}`, content };
}

/** The response cache of a call. */
export const responsesOf = (call: ApiCall): ResponseCache => responseCache(cacheOf(call));
