import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** Bounds for reading a body after its response; above every body limit. */
const maxMs = 30_000;
const maxBytes = 64 * 1024 * 1024;

/**
 * Keeps reading a body that was answered early (401, 413, 415, 429 …). Closing a connection with unread bytes resets it, and a client or
 * proxy that is still writing would lose the response.
 */
export function drainEarlyAnsweredBodies(app: FastifyInstance): void {
  app.addHook("onSend", async ({ raw }, reply) => {
    // Bulk operations have no connection.
    if (raw.complete || raw.destroyed || !(raw.socket instanceof Socket)) return;
    // Fastify closes the connection on a 413, but once the body is read it can serve another request.
    void reply.removeHeader("connection");
    drain(raw);
  });
}

function drain(request: IncomingMessage): void {
  const { socket } = request;
  let read = 0;
  const timer = setTimeout(() => socket.destroy(), maxMs).unref();
  request.unpipe();
  request.on("data", (chunk: Buffer) => {
    read += chunk.length;
    if (read > maxBytes) socket.destroy();
  });
  // With "Connection: close", Node closes the connection after the response. Delay that until the body has arrived.
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
