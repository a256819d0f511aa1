import { pipeline, Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { laneOf } from "../../../kernel/access/caller.ts";
import { turns } from "../../../kernel/concurrency/turns.ts";
import { badRequest } from "../../../kernel/errors.ts";
import { acceptedCoding, type Coding, compressing } from "../../http/bodies/content-coding.ts";
import { contentType } from "../../http/bodies/content-type.ts";
import { codedTag, matches } from "../../http/headers/entity-tag.ts";
import { noBody } from "../../http/send-tagged.ts";
import type { ApiCall } from "../api-call.ts";
import { type Response, responsesOf } from "./response-cache.ts";
import { setCaching } from "./whole-answer.ts";

/** An answer that is computed while it is sent. */
export interface StreamedAnswer {
  /** Of the answer as it is, without quotes. */
  readonly tag: string;
  /** Those that are its own, such as its place among pages. */
  readonly headers: Readonly<Record<string, string>>;
  readonly pieces: Iterable<Buffer>;
}

/**
 * Sends an answer while it is still being computed: it waits for the socket. Between two pieces others get their turn: a client that takes
 * everything at once would otherwise hold up the whole service.
 * @param keep called with what was sent, once it is all there and small enough to be kept
 * @throws RequestError 400 for an operation of a bulk request
 */
export async function sendStream(
  call: ApiCall,
  { tag: digest, headers, pieces }: StreamedAnswer,
  keep?: (response: Response) => void,
): Promise<FastifyReply> {
  const { caller, request, reply } = call;
  if (request.bulkOperation) throw badRequest("The answer is a stream, which needs a request of its own.");
  setCaching(call);
  const coding = acceptedCoding(request.headers["accept-encoding"]);
  const tag = `"${digest}"`;
  void reply.headers({ ...headers, etag: codedTag(tag, coding) });
  if (matches(request.headers["if-none-match"], tag)) return reply.code(304).send();
  void reply.type(contentType);
  if (coding !== undefined) void reply.header("content-encoding", coding);
  // Fastify reads the body of a HEAD to its end and throws it away: nothing is to be computed for that.
  if (request.method === "HEAD") return reply.send(noBody());
  const sent = coded(inTurns(laneOf(caller), pieces), coding);
  const body = keep
    ? responsesOf(call).keeping(sent, (body) => keep({ headers, type: contentType, tag, coding, body }))
    : sent;
  return reply.send(Readable.from(body, { objectMode: false }));
}

async function* inTurns(lane: string, pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  await turns.next(lane);
  for (const piece of pieces) {
    yield piece;
    await turns.next(lane);
  }
}

/** The pieces in the coding of the answer. What breaks one side off ends the other. */
function coded(pieces: AsyncIterable<Buffer>, coding: Coding | undefined): AsyncIterable<Buffer> {
  if (coding === undefined) return pieces;
  // The error of either side comes to who reads.
  return pipeline(Readable.from(pieces, { objectMode: false }), compressing(coding), () => {});
}
