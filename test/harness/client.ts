import { type Exchanged, exchange } from "./exchange.ts";

/** A JSON object in a response. */
export type Json = Record<string, unknown>;

/** A response as a client sees it. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as an object; empty without a body. */
  readonly json: Json;
}

/** An ordinary API client with a URL and a token. */
export class ApiClient {
  readonly url: string;
  readonly token: string | undefined;
  readonly account: number;
  readonly application: number;

  constructor(url: string, token: string | undefined, account = 0, application = 0) {
    this.url = url;
    this.token = token;
    this.account = account;
    this.application = application;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send("GET", path, undefined, headers);
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send("POST", path, body, headers);
  }

  put(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send("PUT", path, body, headers);
  }

  patch(path: string, body?: unknown): Promise<Answer> {
    return this.send("PATCH", path, body);
  }

  delete(path: string, body?: unknown): Promise<Answer> {
    return this.send("DELETE", path, body);
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await exchange(
      `${this.url}${path.startsWith("/api") || path.startsWith("/oauth") ? "" : "/api/v3"}${path}`,
      method,
      {
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
        ...(body === undefined ? {} : { "content-type": "application/vnd.api+json" }),
        ...headers,
      },
      body === undefined || typeof body === "string" ? body : JSON.stringify(body),
    );
    return new ReadAnswer(answer);
  }
}

/** Parses the body on first use, because many tests check only the status. */
class ReadAnswer implements Answer {
  readonly status: number;
  readonly text: string;
  readonly #exchanged: Exchanged;
  #json: Json | undefined;

  constructor(exchanged: Exchanged) {
    this.status = exchanged.status;
    this.text = exchanged.text;
    this.#exchanged = exchanged;
  }

  get headers(): Headers {
    return this.#exchanged.headers;
  }

  get json(): Json {
    this.#json ??= objectOf(this.text);
    return this.#json;
  }
}

/** A response's records. */
export function recordsOf(answer: Answer, root: string): Json[] {
  const records = answer.json[root];
  if (!Array.isArray(records))
    throw new Error(`no ${root} in the response ${answer.status}: ${answer.text.slice(0, 500)}`);
  return records;
}

/** A response's only record. */
export function recordOf(answer: Answer, root: string): Json {
  const [record, ...others] = recordsOf(answer, root);
  if (!record || others.length > 0)
    throw new Error(`not exactly one of ${root} in the response ${answer.status}: ${answer.text.slice(0, 500)}`);
  return record;
}

/** The messages of a 422 by attribute, or the errors of another status. */
export function errorsOf(answer: Answer): unknown {
  return answer.json.errors;
}

function objectOf(text: string): Json {
  if (text === "") return {};
  const parsed: unknown = text.startsWith("{") ? JSON.parse(text) : {};
  return isJson(parsed) ? parsed : {};
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
