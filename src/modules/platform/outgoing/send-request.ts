import { type IncomingMessage, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import type { LookupFunction } from "node:net";
import type { Target } from "./checked-target.ts";
import type { Connections } from "./connections.ts";

/** One request, to where it was checked that it may go. */
export interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
  readonly signal: AbortSignal;
  /** Connections that are kept; absent: it has one of its own. */
  readonly connections?: Connections | undefined;
}

/** Bytes of the headers of an answer. */
const longestHead = 16 * 1024;

/** What breaks a kept connection that the server has given up meanwhile. */
const givenUp = new Set(["ECONNRESET", "EPIPE"]);

/**
 * Sends one request, on a connection to one of the checked addresses: the name is not resolved again, so that it cannot lead elsewhere
 * meanwhile. One that met a kept connection which the server has given up is sent again, on a connection of its own.
 * @returns the answer, of which the body is still to be read
 */
export function sendRequest(target: Target, sent: Sent): Promise<IncomingMessage> {
  const { url, addresses } = target;
  const { method, headers, body, signal, connections } = sent;
  const send = url.protocol === "https:" ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }) },
        agent: connections?.agentFor(url) ?? false,
        lookup: lookupOf(addresses),
        maxHeaderSize: longestHead,
        signal,
      },
      resolve,
    );
    request.on("error", (error: NodeJS.ErrnoException) => {
      const wasGivenUp = request.reusedSocket && givenUp.has(error.code ?? "") && !signal.aborted;
      if (wasGivenUp) sendRequest(target, { ...sent, connections: undefined }).then(resolve, reject);
      else reject(error);
    });
    request.end(body);
  });
}

/** Answers what was found before, whatever the name would lead to now. */
function lookupOf(addresses: Target["addresses"]): LookupFunction {
  return (_host, options, answer) => {
    const [first] = addresses;
    if (options.all === true) answer(null, [...addresses]);
    else answer(null, first?.address ?? "", first?.family ?? 0);
  };
}
