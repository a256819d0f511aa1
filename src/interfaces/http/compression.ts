import type { FastifyInstance, FastifyReply } from "fastify";
import { codingOf, compressed } from "./bodies/content-coding.ts";
import { noBody } from "./send-tagged.ts";

const compressible = /^(text\/(?!event-stream)|application\/([\w.+-]+\+)?(json|javascript)\b|image\/svg)/;

/**
 * Compresses an instance's text responses. Not for pages that contain both a secret and attacker-controlled input: the compressed length
 * would leak the secret (BREACH; docs/design/response-cache.md).
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, payload: unknown, done) => {
    const isText = typeof payload === "string" || Buffer.isBuffer(payload);
    if (!isText || reply.hasHeader("content-encoding") || reply.hasHeader("etag") || !isCompressible(reply))
      return done(null, payload);
    const bytes = typeof payload === "string" ? Buffer.from(payload) : payload;
    void reply.header("vary", variesByCoding(reply.getHeader("vary")));
    const coding = codingOf(request.headers["accept-encoding"], bytes.length);
    if (coding === undefined) return done(null, bytes);
    void reply.header("content-encoding", coding).removeHeader("content-length");
    if (request.method === "HEAD") return done(null, noBody());
    compressed(bytes, coding).then((body) => done(null, body), done);
  });
}

const isCompressible = (reply: FastifyReply): boolean => compressible.test(String(reply.getHeader("content-type")));

function variesByCoding(vary: unknown): string {
  const names = vary === undefined ? [] : [String(vary)];
  return [...names, "accept-encoding"].join(", ");
}
