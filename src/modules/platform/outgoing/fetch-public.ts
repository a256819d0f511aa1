import { createWriteStream } from "node:fs";
import type { IncomingMessage } from "node:http";
import { Transform, Writable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { checkTarget, type Refused, type Resolve, type Target } from "./checked-target.ts";
import type { Connections } from "./connections.ts";
import { sendRequest } from "./send-request.ts";

/** What is asked of somebody else's server. */
export interface PublicRequest {
  readonly url: string;
  /** GET unless it says otherwise; only GET and HEAD follow redirects. */
  readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  /** Such as `if-none-match`, in small letters. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Bytes of the answer's body. */
  readonly mostBytes: number;
  /** The status is what counts: of a longer body the beginning is taken, as it is, and what is missing of it is no fault. */
  readonly beginning?: true;
  /** Not by http, but to hosts that `privateFetch` lets. */
  readonly secure?: true;
  /** Milliseconds for all of it, redirects included; half a minute unless it says otherwise. */
  readonly timeout?: number;
  /** How many redirects are followed; five unless it says otherwise. One that is not followed is the answer. */
  readonly redirects?: number;
  /** The path of a file that takes the body; without it, `bytes` does. */
  readonly into?: string;
}

/** What of its surroundings a request needs: a job's context has it. */
export interface Reach {
  /** Hosts and ranges that may be fetched from although they are not public (`ROOST_PRIVATE_FETCH`). */
  readonly privateFetch: readonly string[];
  readonly signal: AbortSignal;
  /** Connections that are kept for the next request; absent: none is. */
  readonly connections?: Connections;
}

/** What the server answered, whatever its status. */
export interface PublicAnswer {
  readonly status: number;
  /** By their names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where the answer came from, after all redirects. */
  readonly url: string;
  /** Bytes of the body. */
  readonly size: number;
  /** The body; empty where a file took it. */
  readonly bytes: Buffer;
}

/** No answer, and why, as words that may follow the name of what held the URL: "leads to an address that is not public". */
export type Unfetched = Refused;

const usualTimeout = 30_000;
const usualRedirects = 5;
const redirecting = new Set([301, 302, 303, 307, 308]);

/** Headers that follow a redirect to another server: any other may be meant for the first one alone. */
const travelling = new Set(["accept", "if-modified-since", "if-none-match", "user-agent"]);

/** More bytes than the asker takes, or a compressed body: a fault of the answer and not of the network. */
class UnusableAnswer extends Error {}

/**
 * Fetches a URL that somebody else named, and nothing that is not public (docs/design/files.md): every hop is checked by its
 * addresses, and connects to one of those that were checked. Nothing goes through a proxy, no connection is kept unless by
 * `connections`, and no body is unpacked.
 * @param resolve for tests
 * @throws the reason of `signal` when that aborts; everything else that goes wrong is a value
 */
export async function fetchPublic(
  reach: Reach,
  request: PublicRequest,
  resolve?: Resolve,
): Promise<PublicAnswer | Unfetched> {
  const { timeout = usualTimeout } = request;
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
  const { method = "GET", body, redirects = usualRedirects } = request;
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
    if (follows === 0 || next === undefined) return await taken(target, answer, request, reach.signal);
    answer.destroy();
    if (hop === follows) return { problem: "redirects too often", passes: false };
    if (target.url.protocol === "https:" && next.protocol === "http:")
      return { problem: "redirects from https to http", passes: false };
    if (next.origin !== target.url.origin)
      headers = Object.fromEntries(
        Object.entries(headers).filter(([name]) => travelling.has(name) || name === "accept-encoding"),
      );
    address = next.href;
  }
}

/** Where a redirect leads; undefined where it says nothing that can be followed, and is the answer itself. */
function nextHop({ url }: Target, location: string | undefined): URL | undefined {
  return location !== undefined && URL.canParse(location, url.href) ? new URL(location, url) : undefined;
}

/** Reads the body of the answer that counts. */
async function taken(
  { url }: Target,
  answer: IncomingMessage,
  { method, mostBytes, beginning, into }: PublicRequest,
  signal: AbortSignal,
): Promise<PublicAnswer> {
  const headers = headersOf(answer);
  if (beginning) {
    const bytes = await beginningOf(answer, mostBytes);
    return { status: answer.statusCode ?? 0, headers, url: url.href, size: bytes.length, bytes };
  }
  const encoding = headers["content-encoding"] ?? "identity";
  const chunks: Buffer[] = [];
  let size = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > mostBytes) done(new UnusableAnswer("is too large"));
      else if (encoding.toLowerCase() !== "identity") done(new UnusableAnswer("answers a compressed body"));
      else done(null, chunk);
    },
  });
  if (Number(headers["content-length"] ?? 0) > mostBytes && method !== "HEAD") {
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

/** The first bytes of a body; fewer where it breaks off, or time runs out. */
async function beginningOf(answer: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  answer.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > most) answer.destroy();
  });
  // Destroyed or broken off, it ends with an error: the status has come by then.
  await finished(answer).catch(() => undefined);
  return Buffer.concat(chunks).subarray(0, most);
}

function collecting(chunks: Buffer[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
}

/** Resolving a name takes no signal: who has no time left does not wait for it. */
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
