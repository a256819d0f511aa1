import { isUtf8 } from "node:buffer";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** A body that is not UTF-8 (400), or says that it is something else (415): what it holds would be kept damaged. */
export class UnreadableBody extends Error {
  readonly statusCode: 400 | 415;

  constructor(statusCode: 400 | 415, sentence: string) {
    super(sentence);
    this.name = "UnreadableBody";
    this.statusCode = statusCode;
  }
}

/** Refuses bodies of another charset or content encoding on every route that is registered afterwards (conventions.md, Writing). */
export function takeOnlyUtf8(app: FastifyInstance): void {
  app.addHook("preParsing", async (request) => {
    if (!bringsBody(request)) return;
    const { "content-type": type = "", "content-encoding": encoding = "identity" } = request.headers;
    for (const [, charset = ""] of type.matchAll(charsets)) {
      if (!/^utf-?8$/i.test(charset))
        throw new UnreadableBody(415, "The body must be UTF-8, and not in another charset.");
    }
    if (encoding.toLowerCase() !== "identity")
      throw new UnreadableBody(415, "The body must come without a content encoding.");
  });
}

/** The text of a body. @throws UnreadableBody when its bytes are not UTF-8 */
export function utf8Text(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new UnreadableBody(400, "The body is not valid UTF-8.");
  return bytes.toString("utf8");
}

const charsets = /;\s*charset\s*=\s*"?([^";\s]*)/gi;

function bringsBody({ method, headers }: FastifyRequest): boolean {
  const isRead = method === "GET" || method === "HEAD";
  return !isRead && (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0);
}
