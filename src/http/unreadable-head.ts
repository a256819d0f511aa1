import type { Socket } from "node:net";
import { contentType } from "./envelope.ts";

/** Answers, and ends, a connection whose request has a head that Node refuses to read: it never becomes a request. */
export function answerUnreadableHead(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) {
    socket.destroy(error);
    return;
  }
  const isTooLong = error.code === "HPE_HEADER_OVERFLOW";
  const status = isTooLong ? "413 Content Too Large" : "400 Bad Request";
  const refusal = isTooLong
    ? { code: "payload_too_large", details: "The URL is longer than 64 KiB, or the headers are longer than 16 KiB." }
    : { code: "bad_request", details: "The request is malformed." };
  const body = JSON.stringify({ errors: [refusal] });
  const head = [
    `HTTP/1.1 ${status}`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
