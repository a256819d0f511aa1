import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** For how long, and how much of, a body is read after its answer: more than any body may have. */
const maxMs = 30_000;
const maxBytes = 64 * 1024 * 1024;

/**
 * Reads on after an answer that comes before the body has (401, 413, 415, 429 …). Closing the connection with bytes unread would reset it,
 * and take the answer from a client or proxy that writes before it reads.
 */
export function readOnAfterAnswers(app: FastifyInstance): void {
  app.addHook("onSend", async ({ raw }, reply) => {
    // An operation of a bulk request has no connection.
    if (raw.complete || raw.destroyed || !(raw.socket instanceof Socket)) return;
    // Fastify closes the connection with a 413. Once the body is read, the connection is good for another request.
    void reply.removeHeader("connection");
    readOn(raw);
  });
}

function readOn(request: IncomingMessage): void {
  const { socket } = request;
  let read = 0;
  const timer = setTimeout(() => socket.destroy(), maxMs).unref();
  request.unpipe();
  request.on("data", (chunk: Buffer) => {
    read += chunk.length;
    if (read > maxBytes) socket.destroy();
  });
  // Where the client wants no other request, Node closes the connection after the answer: not before the body has come.
  const { destroySoon } = socket;
  let isAnswered = false;
  socket.destroySoon = () => {
    isAnswered = true;
    socket.end();
  };
  request.once("end", () => {
    socket.destroySoon = destroySoon;
    if (isAnswered) socket.destroySoon();
  });
  request.once("close", () => clearTimeout(timer));
  request.resume();
}
