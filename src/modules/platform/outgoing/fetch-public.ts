import { createWriteStream } from "node:fs";
import type { IncomingMessage } from "node:http";
import { Transform, Writable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { checkTarget, type Refused, type Resolve, type Target } from "./checked-target.ts";
import type { Connections } from "./connections.ts";
import { sendRequest } from "./send-request.ts";

/** A request to a third party's server. */
export interface PublicRequest {
  readonly url: string;
  /** GET by default. Only GET and HEAD follow redirects. */
  readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  /** With lower-case names, such as `if-none-match`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Limit for the response's body. */
  readonly maxBytes: number;
  /** Takes only the beginning of a longer body, for callers that need the status. A truncated body is then no error. */
  readonly beginning?: true;
  /** Refuses plain http, except to hosts in `privateFetch`. */
  readonly secure?: true;
  /** Milliseconds for the whole request with redirects; 30,000 by default. */
  readonly timeout?: number;
  /** Redirects to follow; five by default. With 0, a redirect is returned as the response. */
  readonly redirects?: number;
  /** Path of a file for the body, instead of `bytes`. */
  readonly into?: string;
}

/** The request's environment; a job's context has it. */
export interface Reach {
  /** Hosts and ranges that are allowed although they are not public (`ROOST_PRIVATE_FETCH`). */
  readonly privateFetch: readonly string[];
  readonly signal: AbortSignal;
  /** Keep-alive connections; without them, each request has its own connection. */
  readonly connections?: Connections;
}

/** The server's response, whatever its status. */
export interface PublicAnswer {
  readonly status: number;
  /** With lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The final URL after redirects. */
  readonly url: string;
  /** The body's size in bytes. */
  readonly size: number;
  /** The body; empty if it was written to a file. */
  readonly bytes: Buffer;
}

/** The reason for a missing response, as a predicate: "leads to an address that is not public". */
export type Unfetched = Refused;

const defaultTimeoutMs = 30_000;
const defaultRedirects = 5;
const redirecting = new Set([301, 302, 303, 307, 308]);

/** Headers that are also sent to another server after a redirect. Others may be secrets for the first server. */
const forwardedHeaders = new Set(["accept", "if-modified-since", "if-none-match", "user-agent"]);

/** The body is too large or compressed: the response's fault, not the network's. */
class UnusableAnswer extends Error {}

/**
 * Fetches a third party's URL, from public addresses only (docs/design/files.md). Checks each hop's addresses and connects only to
 * those. Uses no proxy, unpacks no body, and keeps connections alive only with `connections`.
 * @param resolve for tests
 * @throws the reason of `signal` if it aborts; all other failures are returned
 */
export async function fetchPublic(
  reach: Reach,
  request: PublicRequest,
  resolve?: Resolve,
): Promise<PublicAnswer | Unfetched> {
  const { timeout = defaultTimeoutMs } = request;
  const signal = AbortSignal.any([reach.signal, AbortSignal.timeout(timeout)]);
  try {
    return await follow({ ...reach, signal }, request, resolve);
  } catch (error) {
    reach.signal.throwIfAborted();
    if (error instanceof UnusableAnswer) return { problem: error.message, passes: false };
    const isLate = signal.aborted;
    return { problem: isLate ? "did not answer in time" : "could not be reached", passes: true };
  }
}

async function follow(reach: Reach, request: PublicRequest, resolve?: Resolve): Promise<PublicAnswer | Unfetched> {
  const { method = "GET", body, redirects = defaultRedirects } = request;
  const follows = method === "GET" || method === "HEAD" ? redirects : 0;
  let headers: Readonly<Record<string, string>> = {
    "user-agent": "Roost",
    accept: "*/*",
    ...request.headers,
    "accept-encoding": "identity",
  };
  let address = request.url;
  for (let hop = 0; ; hop++) {
    const rules = { privateFetch: reach.privateFetch, secure: request.secure };
    const target = await aborting(checkTarget(address, rules, resolve), reach.signal);
    if ("problem" in target) return target;
    const { signal, connections } = reach;
    const answer = await sendRequest(target, { method, headers, body, signal, connections });
    const next = redirecting.has(answer.statusCode ?? 0) ? nextHop(target, answer.headers.location) : undefined;
    if (follows === 0 || next === undefined) return await readAnswer(target, answer, request, reach.signal);
    answer.destroy();
    if (hop === follows) return { problem: "redirects too often", passes: false };
    if (target.url.protocol === "https:" && next.protocol === "http:")
      return { problem: "redirects from https to http", passes: false };
    if (next.origin !== target.url.origin)
      headers = Object.fromEntries(
        Object.entries(headers).filter(([name]) => forwardedHeaders.has(name) || name === "accept-encoding"),
      );
    address = next.href;
  }
}

/** A redirect's target; undefined if it has no valid location, so that the response itself is returned. */
function nextHop({ url }: Target, location: string | undefined): URL | undefined {
  return location !== undefined && URL.canParse(location, url.href) ? new URL(location, url) : undefined;
}

/** Reads the final response. */
async function readAnswer(
  { url }: Target,
  answer: IncomingMessage,
  { method, maxBytes, beginning, into }: PublicRequest,
  signal: AbortSignal,
): Promise<PublicAnswer> {
  const headers = headersOf(answer);
  if (beginning) {
    const bytes = await beginningOf(answer, maxBytes);
    return { status: answer.statusCode ?? 0, headers, url: url.href, size: bytes.length, bytes };
  }
  const encoding = headers["content-encoding"] ?? "identity";
  const chunks: Buffer[] = [];
  let size = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) done(new UnusableAnswer("is too large"));
      else if (encoding.toLowerCase() !== "identity") done(new UnusableAnswer("answers a compressed body"));
      else done(null, chunk);
    },
  });
  if (Number(headers["content-length"] ?? 0) > maxBytes && method !== "HEAD") {
    answer.destroy();
    throw new UnusableAnswer("is too large");
  }
  await pipeline(answer, counting, into === undefined ? collecting(chunks) : createWriteStream(into, { mode: 0o600 }), {
    signal,
  });
  return { status: answer.statusCode ?? 0, headers, url: url.href, size, bytes: Buffer.concat(chunks) };
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]),
  );
}

/** The first bytes of a body; fewer if it is interrupted or times out. */
async function beginningOf(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  answer.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) answer.destroy();
  });
  // A destroyed or interrupted body ends with an error, but the status is already known.
  await finished(answer).catch(() => undefined);
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

function collecting(chunks: Buffer[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
}

/** Stops waiting for `work` when the signal aborts, because name resolution accepts no signal. */
async function aborting<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
  });
  try {
    signal.throwIfAborted();
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
