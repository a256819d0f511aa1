import { pipeline, Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { laneOf } from "../../../kernel/access/caller.ts";
import { scheduler } from "../../../kernel/concurrency/scheduler.ts";
import { badRequest } from "../../../kernel/errors.ts";
import { acceptedCoding, type Coding, compressing } from "../../http/bodies/content-coding.ts";
import { contentType } from "../../http/bodies/content-type.ts";
import { codedTag, matches } from "../../http/headers/entity-tag.ts";
import { noBody } from "../../http/send-tagged.ts";
import type { ApiCall } from "../api-call.ts";
import { type Response, responsesOf } from "./response-cache.ts";
import { setCaching } from "./whole-answer.ts";

/** A response that is computed while it is sent. */
export interface StreamedAnswer {
  /** The entity tag of the uncoded body, without quotes. */
  readonly tag: string;
  /** The response's own headers, such as paging. */
  readonly headers: Readonly<Record<string, string>>;
  readonly pieces: Iterable<Buffer>;
}

/**
 * Streams a response while it is computed, with backpressure. It yields to other requests between pieces, so a fast client does not block
 * the service.
 * @param keep called with the whole response when it is small enough to cache
 * @throws RequestError 400 for an operation of a bulk request
 */
export async function sendStream(
  call: ApiCall,
  { tag: digest, headers, pieces }: StreamedAnswer,
  keep?: (response: Response) => void,
): Promise<FastifyReply> {
  const { caller, request, reply } = call;
  if (request.bulkOperation) throw badRequest("This response is a stream. Send the operation as a separate request.");
  setCaching(call);
  const coding = acceptedCoding(request.headers["accept-encoding"]);
  const tag = `"${digest}"`;
  void reply.headers({ ...headers, etag: codedTag(tag, coding) });
  if (matches(request.headers["if-none-match"], tag)) return reply.code(304).send();
  void reply.type(contentType);
  if (coding !== undefined) void reply.header("content-encoding", coding);
  // Fastify would read and discard the body of a HEAD, so do not compute it.
  if (request.method === "HEAD") return reply.send(noBody());
  const sent = coded(inSlices(laneOf(caller), pieces), coding);
  const body = keep
    ? responsesOf(call).keeping(sent, (body) => keep({ headers, type: contentType, tag, coding, body }))
    : sent;
  return reply.send(Readable.from(body, { objectMode: false }));
}

async function* inSlices(lane: string, pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  await scheduler.next(lane);
  for (const piece of pieces) {
    yield piece;
    await scheduler.next(lane);
  }
}

/** Applies the coding. Closing either side closes the other. */
function coded(pieces: AsyncIterable<Buffer>, coding: Coding | undefined): AsyncIterable<Buffer> {
  if (coding === undefined) return pieces;
  // The reader sees errors of both sides.
  return pipeline(Readable.from(pieces, { objectMode: false }), compressing(coding), () => {});
}
