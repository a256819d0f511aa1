import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { defaultBodyLimit } from "../../../kernel/request-body.ts";
import { maxFileBytes } from "../../../modules/platform/files/upload.ts";
import { parseJson } from "../../http/bodies/json.ts";
import { type ReceivedJson, receiveJson } from "./json-upload.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The raw body; empty when there is none. */
    bodyBytes: Buffer;
    /** A body whose files are on disk. They are removed with the response. */
    received: ReceivedJson | undefined;
  }
}

const nothing = Buffer.alloc(0);

const jsonTypes = ["application/vnd.api+json", "application/json"] as const;

/** Accepts JSON bodies of both media types as raw bytes, which idempotency keys are bound to. */
export function acceptJson(app: FastifyInstance): void {
  app.decorateRequest("bodyBytes");
  app.decorateRequest("received", undefined);
  app.addHook("onRequest", async (request) => {
    request.bodyBytes = nothing;
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([...jsonTypes], { parseAs: "buffer" }, (request, body, done) => {
    request.bodyBytes = Buffer.isBuffer(body) ? body : Buffer.from(body);
    done(null);
  });
}

/** On routes registered later, accepts JSON bodies with a base64 file, which is streamed to disk. */
export function acceptJsonUploads(app: FastifyInstance): void {
  app.removeContentTypeParser([...jsonTypes]);
  app.addContentTypeParser([...jsonTypes], async (request: FastifyRequest, payload: Readable) => {
    const received = await receiveJson(payload, {
      body: request.routeOptions.bodyLimit ?? defaultBodyLimit,
      file: maxFileBytes,
    });
    request.received = received;
    request.bodyBytes = received.bytes;
  });
  // For requests that end before their handler disposes of the files.
  app.addHook("onResponse", async ({ received }) => received?.dispose());
  app.addHook("onRequestAbort", async ({ received }) => received?.dispose());
}

/** The body as JSON; undefined when there is none. @throws RequestError 400, 422; UnreadableBody (see `parseJson`) */
export function parsedBody(request: FastifyRequest): unknown {
  return parseJson(request.bodyBytes);
}
