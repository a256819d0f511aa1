import { addressOf } from "./address.ts";
import type { Authentication } from "./authentication.ts";
import { type Changes, type FollowOptions, follow } from "./changes.ts";
import { isObject } from "./json.ts";
import type { CallSettings, Data, ListPath, Method, Options, PathsWith, RecordOf } from "./operations.ts";
import { nextQuery, rootOf } from "./pages.ts";
import { type RateLimit, rateLimitOf } from "./rate-limit.ts";
import { ResponseCache } from "./response-cache.ts";
import { defaultRetries, type Retries } from "./retries.ts";
import { type Sending, send } from "./sending.ts";

/** The service's address and how to authenticate. */
export interface ClientOptions {
  /** The service's URL, such as `https://roost.example`, without `/api/v3`. */
  readonly baseUrl: string;
  readonly auth: Authentication;
  readonly retries?: Partial<Retries>;
  /** Number of responses to cache, so that unchanged ones are not sent again (`ETag`). Default: 0. */
  readonly cacheSize?: number;
  /** Milliseconds per attempt. Default: 60,000. */
  readonly timeoutMs?: number;
  /** Replaces the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

/** A successful response. */
export interface Answer<T> {
  /** The parsed body; undefined without one. */
  readonly data: T;
  /** The status and headers. The body can still be read. */
  readonly response: Response;
}

type Call<M extends Method> = <P extends PathsWith<M>>(
  path: P,
  ...options: Options<P, M>
) => Promise<Answer<Data<P, M>>>;

/** An API client. Calls throw one of this package's errors when the service refuses or is unreachable. */
export interface Client {
  readonly GET: Call<"get">;
  readonly POST: Call<"post">;
  readonly PUT: Call<"put">;
  readonly PATCH: Call<"patch">;
  readonly DELETE: Call<"delete">;
  /** Sends requests that the types do not cover, such as for CSV. `path` is relative to `/api/v3` and includes the query. */
  request(method: string, path: string, settings?: CallSettings & { readonly body?: unknown }): Promise<Response>;
  /** A list's pages. The next one is read when you ask for it. */
  pages<P extends ListPath>(path: P, ...options: Options<P, "get">): AsyncGenerator<Data<P, "get">, void, undefined>;
  /** A list's records on all pages, each exactly once, even when records are added or removed meanwhile. */
  records<P extends ListPath>(path: P, ...options: Options<P, "get">): AsyncGenerator<RecordOf<P>, void, undefined>;
  /** Changes as they are committed. */
  changes(options?: FollowOptions): AsyncGenerator<Changes, void, undefined>;
  /** The rate limit in the last response; undefined before the first. */
  readonly rateLimit: RateLimit | undefined;
}

/** The options of any call. */
interface AnyOptions extends CallSettings {
  readonly params?: unknown;
  readonly body?: unknown;
}

/** Creates a client. This sends nothing. */
export function createClient(options: ClientOptions): Client {
  const caller = new Caller(options);
  const call =
    (method: string) =>
    <T>(path: string, settings: AnyOptions = {}): Promise<Answer<T>> =>
      caller.call<T>(method, path, settings);
  return {
    GET: call("GET"),
    POST: call("POST"),
    PUT: call("PUT"),
    PATCH: call("PATCH"),
    DELETE: call("DELETE"),
    request: (method, path, settings = {}) => caller.send(method, path, settings),
    pages: (path, settings?: AnyOptions) => caller.pages(path, settings),
    records: (path, settings?: AnyOptions) => caller.records(path, settings),
    changes: (options = {}) =>
      follow(
        async (query, signal) => (await caller.call("GET", "/events", { params: { query }, signal })).data,
        options,
      ),
    get rateLimit() {
      return caller.rateLimit;
    },
  };
}

const media = "application/vnd.api+json";

class Caller {
  rateLimit: RateLimit | undefined;
  readonly #root: string;
  readonly #sending: Sending;

  constructor(options: ClientOptions) {
    const {
      baseUrl,
      auth,
      retries,
      cacheSize = 0,
      timeoutMs = 60_000,
      fetch = globalThis.fetch.bind(globalThis),
    } = options;
    this.#root = `${new URL(baseUrl).href.replace(/\/+$/, "")}/api/v3`;
    this.#sending = {
      ...{ auth, fetch, timeoutMs, retries: { ...defaultRetries, ...retries } },
      ...(cacheSize > 0 ? { cache: new ResponseCache(cacheSize) } : {}),
      onResponse: ({ headers }) => {
        this.rateLimit = rateLimitOf(headers) ?? this.rateLimit;
      },
    };
  }

  send(method: string, address: string, settings: Omit<AnyOptions, "params">): Promise<Response> {
    const { body, signal = new AbortController().signal, idempotencyKey } = settings;
    const headers = new Headers({ accept: media, ...settings.headers });
    const isForm = body instanceof FormData;
    if (body !== undefined && !isForm && !headers.has("content-type")) headers.set("content-type", media);
    const key = idempotencyKey ?? keyFor(method, address);
    if (key !== undefined && !headers.has("idempotency-key")) headers.set("idempotency-key", key);
    const written = isForm || body === undefined ? body : JSON.stringify(body);
    return send({ url: this.#root + address, method, headers, body: written, signal }, this.#sending);
  }

  async call<T>(method: string, path: string, { params, ...settings }: AnyOptions): Promise<Answer<T>> {
    const named = isObject(params) && isObject(params.header) ? params.header : {};
    const headers = { ...texts(named), ...settings.headers };
    const response = await this.send(method, addressOf(path, params), { ...settings, headers });
    const text = await response.clone().text();
    // The OpenAPI document describes the body, and the service's tests verify it.
    return { data: text === "" ? undefined : JSON.parse(text), response };
  }

  async *pages<T>(path: string, settings: AnyOptions = {}): AsyncGenerator<T, void, undefined> {
    let params = settings.params;
    for (;;) {
      const { data } = await this.call<T>("GET", path, { ...settings, params });
      yield data;
      const query = nextQuery(data);
      if (query === undefined) return;
      params = { ...(isObject(params) ? params : {}), query };
    }
  }

  async *records<T>(path: string, settings: AnyOptions = {}): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages<Record<string, T[]>>(path, settings)) yield* page[rootOf(page)] ?? [];
  }
}

/** A write's idempotency key, so that it can be retried. Bulk requests have none: their operations may have their own. */
const keyFor = (method: string, address: string): string | undefined =>
  method === "GET" || method === "HEAD" || address === "/bulk" ? undefined : crypto.randomUUID();

const texts = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
