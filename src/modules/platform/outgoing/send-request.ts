import { type IncomingMessage, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import type { LookupFunction } from "node:net";
import type { Target } from "./checked-target.ts";
import type { Connections } from "./connections.ts";

/** A request to a checked target. */
export interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
  readonly signal: AbortSignal;
  /** Keep-alive connections; without them, the request has its own connection. */
  readonly connections?: Connections | undefined;
}

/** Size limit for the response's headers. */
const maxHeaderBytes = 16 * 1024;

/** Errors of a keep-alive connection that the server has closed. */
const closedByServer = new Set(["ECONNRESET", "EPIPE"]);

/**
 * Sends a request to one of the checked addresses. Does not resolve the name again, so it cannot change in the meantime. If the server
 * has closed a keep-alive connection, sends the request again on a new one.
 * @returns the response, whose body is not yet read
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
        maxHeaderSize: maxHeaderBytes,
        signal,
      },
      resolve,
    );
    request.on("error", (error: NodeJS.ErrnoException) => {
      const wasClosed = request.reusedSocket && closedByServer.has(error.code ?? "") && !signal.aborted;
      if (wasClosed) sendRequest(target, { ...sent, connections: undefined }).then(resolve, reject);
      else reject(error);
    });
    request.end(body);
  });
}

/** Returns the checked addresses instead of resolving the name again. */
function lookupOf(addresses: Target["addresses"]): LookupFunction {
  return (_host, options, answer) => {
    const [first] = addresses;
    if (options.all === true) answer(null, [...addresses]);
    else answer(null, first?.address ?? "", first?.family ?? 0);
  };
}
