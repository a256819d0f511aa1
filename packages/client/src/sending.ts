import type { Authentication } from "./authentication.ts";
import { NetworkError, RoostError } from "./errors.ts";
import { refusalOf } from "./read-refusal.ts";
import type { ResponseCache } from "./response-cache.ts";
import { type Retries, waitAfter } from "./retries.ts";
import { pause } from "./waiting.ts";

/** A request that can be sent repeatedly. */
export interface Outgoing {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | FormData | undefined;
  readonly signal: AbortSignal;
}

/** The settings for sending. */
export interface Sending {
  readonly auth: Authentication;
  readonly fetch: typeof globalThis.fetch;
  readonly retries: Retries;
  /** Milliseconds per attempt, including the body. */
  readonly timeoutMs: number;
  readonly cache?: ResponseCache;
  /** Receives each response, including refusals. */
  readonly onResponse: (response: Response) => void;
}

/** Whether a request can be retried after an unknown outcome: reads, and writes with an idempotency key. */
const isRepeatable = ({ method, headers }: Outgoing): boolean =>
  method === "GET" || method === "HEAD" || headers.has("idempotency-key");

/**
 * Sends a request with retries and reads the response body.
 * @throws ApiError for refusals; NetworkError without a response
 */
export async function send(outgoing: Outgoing, sending: Sending): Promise<Response> {
  const repeatable = isRepeatable(outgoing);
  for (let attempt = 1; ; attempt++) {
    try {
      return await authorized(outgoing, sending);
    } catch (error) {
      if (!(error instanceof RoostError)) throw error;
      const wait = waitAfter(error, { attempt, repeatable, random: Math.random() }, sending.retries);
      if (wait === undefined) throw error;
      await pause(wait, outgoing.signal);
    }
  }
}

/** One attempt, or two if the first one's token had expired. */
async function authorized(outgoing: Outgoing, sending: Sending): Promise<Response> {
  const { auth, onResponse } = sending;
  const cache = outgoing.method === "GET" ? sending.cache : undefined;
  for (let renewed = false; ; renewed = true) {
    const headers = new Headers(outgoing.headers);
    await auth.authorize(headers, outgoing.method, outgoing.signal);
    const cached = cache?.revalidate(outgoing.url, headers);
    const response = await exchange({ ...outgoing, headers }, sending);
    onResponse(response);
    if (response.status === 304 && cached !== undefined) return cached;
    if (response.ok) {
      cache?.keep(outgoing.url, headers, response);
      return response;
    }
    const retry = response.status === 401 && !renewed && (await auth.renew?.(headers, outgoing.signal));
    if (!retry) throw await refusalOf(response);
  }
}

/**
 * Sends a request once and reads the whole body, so that a connection lost in the body counts as a failure.
 * @throws NetworkError, or the signal's reason
 */
export async function exchange(
  { url, method, headers, body, signal }: Outgoing,
  { fetch, timeoutMs }: Pick<Sending, "fetch" | "timeoutMs">,
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers,
      signal: AbortSignal.any([signal, timeout]),
      ...(body === undefined ? {} : { body }),
    });
    const bytes = await response.arrayBuffer();
    const { status, statusText } = response;
    return new Response(bytes.byteLength > 0 ? bytes : null, { status, statusText, headers: response.headers });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const reason = timeout.aborted ? `no response within ${timeoutMs} ms` : "the connection failed";
    throw new NetworkError(`${method} ${new URL(url).pathname}: ${reason}.`, { cause: error });
  }
}
