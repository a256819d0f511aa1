import type { Socket } from "node:net";
import type { FastifyRequest } from "fastify";
import { RequestError } from "../../kernel/errors.ts";
import { contentType } from "./content-type.ts";

/** Bytes of a URL at most: room for a thousand UUIDs and their escaped commas (conventions.md, Bounds). */
const longestUrl = 65_536;

/** Bytes of a URL and all headers at most: Node itself reads no more. */
export const largestHead = longestUrl + 16_384;

/** @throws RequestError 413 */
export function assertShortUrl({ url }: FastifyRequest): void {
  if (url.length > longestUrl) throw new RequestError("payload_too_large", "The URL is longer than 64 KiB.");
}

const answers: Readonly<Record<string, readonly [status: string, code: string, details: string]>> = {
  HPE_HEADER_OVERFLOW: [
    "413 Content Too Large",
    "payload_too_large",
    "The URL and the headers are longer than 80 KiB.",
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "bad_request", "The request did not arrive in time."],
};
const malformed = ["400 Bad Request", "bad_request", "The request is not HTTP that can be read."] as const;

/** Answers what Node could not read as a request: it comes past the application, so the answer is written by hand. */
export function answerUnreadable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const [status, code, details] = answers[error.code ?? ""] ?? malformed;
  const body = JSON.stringify({ errors: [{ code, details }] });
  const head = `HTTP/1.1 ${status}\r\nContent-Type: ${contentType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`;
  if (socket.writable) socket.end(`${head}\r\n\r\n${body}`);
  else socket.destroy();
}
