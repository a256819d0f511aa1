import { type IncomingMessage, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import type { LookupFunction } from "node:net";
import type { Target } from "./checked-target.ts";

/** One request, to where it was checked that it may go. */
export interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
  readonly signal: AbortSignal;
}

/** Bytes of the headers of an answer. */
const longestHead = 16 * 1024;

/**
 * Sends one request, on a connection of its own to one of the checked addresses: the name is not resolved again, so that it cannot lead
 * elsewhere meanwhile. @returns the answer, of which the body is still to be read
 */
export function sendRequest({ url, addresses }: Target, sent: Sent): Promise<IncomingMessage> {
  const { method, headers, body, signal } = sent;
  const send = url.protocol === "https:" ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }) },
        agent: false,
        lookup: lookupOf(addresses),
        maxHeaderSize: longestHead,
        signal,
      },
      resolve,
    );
    request.on("error", reject);
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
