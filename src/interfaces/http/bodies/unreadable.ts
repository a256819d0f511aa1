import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { RequestError } from "../../../kernel/errors.ts";
import { contentType } from "./content-type.ts";

/** Enough for a thousand UUIDs with escaped commas (conventions.md, Bounds). */
const maxUrlBytes = 65_536;

/** Bytes of the URL and all headers. Node rejects more. */
export const maxHeadBytes = maxUrlBytes + 16_384;

/** Reading continues this long after the response to an unreadable request, so that the client receives it. */
const lingerMs = 2000;

/** Bytes of a response header (conventions.md, Bounds). */
export const maxHeaderBytes = 8 * 1024;
export const longLocation = "The URL is too long for a redirect (maximum is 8 KiB).";

/** @throws RequestError 413 */
export function assertShortUrl({ url }: FastifyRequest): void {
  if (url.length > maxUrlBytes) throw new RequestError("payload_too_large", "The URL is longer than 64 KiB.");
}

/** The headers that every response to a client has. */
export type CommonHeaders = (requestId: string, socket: Socket) => Readonly<Record<string, string>>;

/** Node's server options: Roost itself answers a request without a Host header (heads.ts). */
export const serverOptions = { maxHeaderSize: maxHeadBytes, requireHostHeader: false };

/** Serves requests with an unknown `Expect` header. Node's own 417 lacks the common headers, and a server may ignore it (RFC 9110, 10.1.1). */
export function ignoreExpectations({ server }: FastifyInstance): void {
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
}

type ParserError = Error & { readonly code?: string; readonly rawPacket?: unknown };

/** Answers requests that Node cannot parse. They bypass the application, so the response is written to the socket. */
export function unreadableAnswers(common: CommonHeaders): (error: ParserError, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    // Already answered: drop the rest.
    if (!socket.writable) return;
    const [status, code, details] = answerTo(error);
    const body = JSON.stringify({ errors: [{ code, details }] });
    const headers = {
      ...common(randomUUID(), socket),
      "content-type": contentType,
      "content-length": String(Buffer.byteLength(body)),
      connection: "close",
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.end(`${[`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...lines].join("\r\n")}\r\n\r\n${body}`);
    const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
    socket.once("close", () => clearTimeout(timer));
  };
}

function answerTo({ code, rawPacket }: ParserError): readonly [status: number, code: string, details: string] {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return [431, "payload_too_large", "The URL and headers are larger than 80 KiB."];
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return [408, "bad_request", "The request did not arrive in time."];
    case "HPE_INVALID_METHOD":
      // Data that is not HTTP starts with an unknown method too.
      if (!Buffer.isBuffer(rawPacket) || !/^[A-Z][A-Z-]{0,30} \S/.test(rawPacket.toString("latin1", 0, 40))) break;
      return [501, "not_implemented", "The method is not supported."];
  }
  return [400, "bad_request", "The request is not valid HTTP."];
}
