import type { Authentication } from "./authentication.ts";
import { NetworkError, RoostError } from "./errors.ts";
import { refusalOf } from "./read-refusal.ts";
import type { RememberedAnswers } from "./remembered-answers.ts";
import { type Retries, waitAfter } from "./retries.ts";
import { pause } from "./waiting.ts";

/** A request that can be sent more than once. */
export interface Outgoing {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | FormData | undefined;
  readonly signal: AbortSignal;
}

/** What sending needs to know. */
export interface Sending {
  readonly auth: Authentication;
  readonly fetch: typeof globalThis.fetch;
  readonly retries: Retries;
  /** Milliseconds that an attempt may take, with its body. */
  readonly timeout: number;
  readonly remembered?: RememberedAnswers;
  /** Sees each answer, also one that refuses. */
  readonly onAnswer: (response: Response) => void;
}

/** Whether a request may be sent again although it may have been carried out: reads, and writes with a key. */
const isHarmless = ({ method, headers }: Outgoing): boolean =>
  method === "GET" || method === "HEAD" || headers.has("idempotency-key");

/**
 * Sends a request until it is answered, refused for good, or out of attempts. The body of the answer has been read.
 * @throws ApiError what the service refused; NetworkError when no answer came
 */
export async function send(outgoing: Outgoing, sending: Sending): Promise<Response> {
  const harmless = isHarmless(outgoing);
  for (let attempt = 1; ; attempt++) {
    try {
      return await authorized(outgoing, sending);
    } catch (error) {
      if (!(error instanceof RoostError)) throw error;
      const wait = waitAfter(error, { attempt, harmless, random: Math.random() }, sending.retries);
      if (wait === undefined) throw error;
      await pause(wait, outgoing.signal);
    }
  }
}

/** One attempt; two where the first one's token had ended. */
async function authorized(outgoing: Outgoing, sending: Sending): Promise<Response> {
  const { auth, onAnswer } = sending;
  const remembered = outgoing.method === "GET" ? sending.remembered : undefined;
  for (let renewed = false; ; renewed = true) {
    const headers = new Headers(outgoing.headers);
    await auth.authorize(headers, outgoing.method, outgoing.signal);
    const held = remembered?.ask(outgoing.url, headers);
    const response = await exchange({ ...outgoing, headers }, sending);
    onAnswer(response);
    if (response.status === 304 && held !== undefined) return held;
    if (response.ok) {
      remembered?.keep(outgoing.url, headers, response);
      return response;
    }
    const again = response.status === 401 && !renewed && (await auth.renew?.(headers, outgoing.signal));
    if (!again) throw await refusalOf(response);
  }
}

/**
 * Sends a request once and reads the answer to its end: a connection that breaks within the body is one that broke.
 * @throws NetworkError, or the reason of the request's signal
 */
export async function exchange(
  { url, method, headers, body, signal }: Outgoing,
  { fetch, timeout }: Pick<Sending, "fetch" | "timeout">,
): Promise<Response> {
  const late = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url, {
      method,
      headers,
      signal: AbortSignal.any([signal, late]),
      ...(body === undefined ? {} : { body }),
    });
    const bytes = await response.arrayBuffer();
    const { status, statusText } = response;
    return new Response(bytes.byteLength > 0 ? bytes : null, { status, statusText, headers: response.headers });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const why = late.aborted ? `no answer within ${timeout} ms` : "the connection failed";
    throw new NetworkError(`${method} ${new URL(url).pathname}: ${why}.`, { cause: error });
  }
}
