import { isUtf8 } from "node:buffer";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** A body that is not valid UTF-8 (400) or declares another encoding (415). Its texts would be stored damaged. */
export class UnreadableBody extends Error {
  readonly statusCode: 400 | 415;

  constructor(statusCode: 400 | 415, sentence: string) {
    super(sentence);
    this.name = "UnreadableBody";
    this.statusCode = statusCode;
  }
}

/** Refuses bodies with another charset or content encoding on routes registered later (conventions.md, Writing). */
export function requireUtf8(app: FastifyInstance): void {
  app.addHook("preParsing", async (request) => {
    if (!hasBody(request)) return;
    const { "content-type": type = "", "content-encoding": encoding = "identity" } = request.headers;
    for (const [, charset = ""] of type.matchAll(charsets)) {
      if (!/^utf-?8$/i.test(charset)) throw new UnreadableBody(415, "The body's charset must be UTF-8.");
    }
    if (encoding.toLowerCase() !== "identity")
      throw new UnreadableBody(415, "The body must not have a Content-Encoding.");
  });
}

/** The text of a body. @throws UnreadableBody when its bytes are not UTF-8 */
export function utf8Text(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new UnreadableBody(400, "The body is not valid UTF-8.");
  return bytes.toString("utf8");
}

const charsets = /;\s*charset\s*=\s*"?([^";\s]*)/gi;

function hasBody({ method, headers }: FastifyRequest): boolean {
  const isRead = method === "GET" || method === "HEAD";
  return !isRead && (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0);
}
