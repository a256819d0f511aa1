import type { FastifyInstance, FastifyRequest } from "fastify";
import { badRequest } from "../../kernel/errors.ts";
import { utf8Text } from "../http/utf8-body.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The body as it came, byte for byte; empty when there was none. */
    bodyBytes: Buffer;
  }
}

const nothing = Buffer.alloc(0);

/** Takes JSON bodies of both media types as their bytes: an idempotency key is bound to them. */
export function acceptJson(app: FastifyInstance): void {
  app.decorateRequest("bodyBytes");
  app.addHook("onRequest", async (request) => {
    request.bodyBytes = nothing;
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ["application/vnd.api+json", "application/json"],
    { parseAs: "buffer" },
    (request, body, done) => {
      request.bodyBytes = Buffer.isBuffer(body) ? body : Buffer.from(body);
      done(null);
    },
  );
}

/** The body as JSON; undefined when there is none. @throws RequestError 400 when it is not JSON, UnreadableBody when it is not UTF-8 */
export function parsedBody(request: FastifyRequest): unknown {
  const text = utf8Text(request.bodyBytes);
  if (text.trim() === "") return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch (error) {
    throw badRequest(
      `The body is not valid JSON: ${error instanceof Error ? withoutExcerpt(error.message) : "it cannot be parsed"}.`,
    );
  }
}

/** What is wrong, without the piece of the body that the message quotes: it may be half of somebody's secret. */
function withoutExcerpt(message: string): string {
  return message.replace(/, (\.\.\.)?".*"(\.\.\.)? is not valid JSON$/s, "");
}
