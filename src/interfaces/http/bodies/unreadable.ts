import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyRequest } from "fastify";
import { RequestError } from "../../../kernel/errors.ts";
import { contentType } from "./content-type.ts";

/** Bytes of a URL at most: room for a thousand UUIDs and their escaped commas (conventions.md, Bounds). */
const longestUrl = 65_536;

/** Bytes of a URL and all headers at most: Node itself reads no more. */
export const largestHead = longestUrl + 16_384;

/** Milliseconds for which the rest of what could not be read is read on, so that the client sees the answer. */
const lingerMs = 2000;

/** Bytes of a header of an answer (conventions.md, Bounds), and what is said of a redirect that would need more. */
export const maxHeaderBytes = 8 * 1024;
export const longLocation = "The URL is too long for a redirect to it: that may have 8 KiB.";

/** @throws RequestError 413 */
export function assertShortUrl({ url }: FastifyRequest): void {
  if (url.length > longestUrl) throw new RequestError("payload_too_large", "The URL is longer than 64 KiB.");
}

/** Headers that an answer to a client at an address has like any other. */
export type CommonHeaders = (requestId: string, socket: Socket) => Readonly<Record<string, string>>;

type ParserError = Error & { readonly code?: string; readonly rawPacket?: unknown };

/** Answers what Node could not read as a request: it comes past the application, so the answer is written by hand. */
export function unreadableAnswers(common: CommonHeaders): (error: ParserError, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    // What follows cannot be read either, and was answered already: it is read and dropped.
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
      return [431, "payload_too_large", "The URL and the headers are longer than 80 KiB."];
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return [408, "bad_request", "The request did not arrive in time."];
    case "HPE_INVALID_METHOD":
      // Anything that is no HTTP begins with no known method, too.
      if (!Buffer.isBuffer(rawPacket) || !/^[A-Z][A-Z-]{0,30} \S/.test(rawPacket.toString("latin1", 0, 40))) break;
      return [501, "not_implemented", "The method is not known."];
  }
  return [400, "bad_request", "The request is not HTTP that can be read."];
}
