import { addressOf } from "./address.ts";
import type { Authentication } from "./authentication.ts";
import { type Changes, type Following, follow } from "./changes.ts";
import { isObject } from "./json.ts";
import type { CallSettings, Data, ListPath, Method, Options, PathsWith, RecordOf } from "./operations.ts";
import { nextQuery, rootOf } from "./pages.ts";
import { type RateLimit, rateLimitOf } from "./rate-limit.ts";
import { RememberedAnswers } from "./remembered-answers.ts";
import { type Retries, usualRetries } from "./retries.ts";
import { type Sending, send } from "./sending.ts";

/** Where the service is, and who asks. */
export interface ClientOptions {
  /** The service's own URL, such as `https://roost.example`: without `/api/v3`. */
  readonly baseUrl: string;
  readonly auth: Authentication;
  readonly retries?: Partial<Retries>;
  /** How many answers of reads are kept, so that what has not changed is not sent again (`ETag`); none unless told. */
  readonly remember?: number;
  /** Milliseconds that one attempt may take; 60,000 unless told. */
  readonly timeout?: number;
  /** What requests are sent with, instead of the platform's own. */
  readonly fetch?: typeof globalThis.fetch;
}

/** A successful answer. */
export interface Answer<T> {
  /** What its body holds; undefined where there is none. */
  readonly data: T;
  /** Its status and headers. Its body can still be read. */
  readonly response: Response;
}

type Call<M extends Method> = <P extends PathsWith<M>>(
  path: P,
  ...options: Options<P, M>
) => Promise<Answer<Data<P, M>>>;

/** A client of the API. Every call fails with an error of this package when the service refuses or is out of reach. */
export interface Client {
  readonly GET: Call<"get">;
  readonly POST: Call<"post">;
  readonly PUT: Call<"put">;
  readonly PATCH: Call<"patch">;
  readonly DELETE: Call<"delete">;
  /** Sends what the types do not know, such as a read that is to be answered as CSV. `path` is below `/api/v3`, with its query. */
  request(method: string, path: string, settings?: CallSettings & { readonly body?: unknown }): Promise<Response>;
  /** The pages of a list, each as it is answered; the next one is read when you ask for it. */
  pages<P extends ListPath>(path: P, ...options: Options<P, "get">): AsyncGenerator<Data<P, "get">, void, undefined>;
  /** The records of a list, over all its pages: none twice and none missed, whatever is added or removed meanwhile. */
  records<P extends ListPath>(path: P, ...options: Options<P, "get">): AsyncGenerator<RecordOf<P>, void, undefined>;
  /** What changes, as it is committed. */
  changes(following?: Following): AsyncGenerator<Changes, void, undefined>;
  /** What the last answer said of the rate limit; undefined before the first one. */
  readonly rateLimit: RateLimit | undefined;
}

/** What any call takes, whatever its path. */
interface AnyOptions extends CallSettings {
  readonly params?: unknown;
  readonly body?: unknown;
}

/** Makes a client. It sends nothing by itself. */
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
    changes: (following = {}) =>
      follow(
        async (query, signal) => (await caller.call("GET", "/events", { params: { query }, signal })).data,
        following,
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
      remember = 0,
      timeout = 60_000,
      fetch = globalThis.fetch.bind(globalThis),
    } = options;
    this.#root = `${new URL(baseUrl).href.replace(/\/+$/, "")}/api/v3`;
    this.#sending = {
      ...{ auth, fetch, timeout, retries: { ...usualRetries, ...retries } },
      ...(remember > 0 ? { remembered: new RememberedAnswers(remember) } : {}),
      onAnswer: ({ headers }) => {
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
    // The answer is what the document promises of it, which the service's own tests hold it to.
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

/** The key of a write, so that it can be sent again. Requests in bulk take none: each of their operations may have its own. */
const keyFor = (method: string, address: string): string | undefined =>
  method === "GET" || method === "HEAD" || address === "/bulk" ? undefined : crypto.randomUUID();

const texts = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
