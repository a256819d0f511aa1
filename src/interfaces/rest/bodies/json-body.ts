import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { defaultBodyLimit } from "../../../kernel/request-body.ts";
import { maxFileBytes } from "../../../modules/platform/files/upload.ts";
import { parseJson } from "../../http/bodies/json.ts";
import { type ReceivedJson, receiveJson } from "./json-upload.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The body as it came, byte for byte; empty when there was none. */
    bodyBytes: Buffer;
    /** The same of a body whose files are on disk; they are disposed of with the answer. */
    received: ReceivedJson | undefined;
  }
}

const nothing = Buffer.alloc(0);

const jsonTypes = ["application/vnd.api+json", "application/json"] as const;

/** Takes JSON bodies of both media types as their bytes: an idempotency key is bound to them. */
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

/** Takes JSON bodies that may bring a file in base64 on routes that are registered afterwards: the files go to disk as they come in. */
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
  // A request that ends before its answer is made never comes to where it is disposed of.
  app.addHook("onResponse", async ({ received }) => received?.dispose());
  app.addHook("onRequestAbort", async ({ received }) => received?.dispose());
}

/** The body as JSON; undefined when there is none. @throws RequestError 400, 422; UnreadableBody (see `parseJson`) */
export function parsedBody(request: FastifyRequest): unknown {
  return parseJson(request.bodyBytes);
}
