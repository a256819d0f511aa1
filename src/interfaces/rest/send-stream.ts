import { hash } from "node:crypto";
import { pipeline, Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { laneOf } from "../../kernel/caller.ts";
import { badRequest } from "../../kernel/errors.ts";
import { turns } from "../../kernel/turns.ts";
import { type ApiCall, cacheOf } from "./api-call.ts";
import { acceptedCoding, compressing } from "../http/content-coding.ts";
import { contentType } from "../http/content-type.ts";
import { codedTag, matches } from "../http/entity-tag.ts";
import { noBody, sendLarge } from "../http/send-tagged.ts";
import { type AnswerName, finishedAnswers } from "./finished-answers.ts";
import { setCaching } from "./whole-answer.ts";

/** An answer that is computed while it is sent. */
export interface StreamedAnswer {
  /** Of the answer as it is, without quotes. */
  readonly tag: string;
  /** What its bytes follow from beside the tag. */
  readonly around: readonly string[];
  readonly pieces: Iterable<Buffer>;
}

/**
 * Sends an answer while it is still being computed: it waits for the socket. Between two pieces others get their turn: a client that takes
 * everything at once would otherwise hold up the whole service. What has been computed to its end is kept for a while, and sent from memory
 * to whoever asks for the same (docs/decisions/0052).
 * @throws RequestError 400 for an operation of a bulk request
 */
export async function sendStream(call: ApiCall, { tag, around, pieces }: StreamedAnswer): Promise<FastifyReply> {
  const { caller, request, reply } = call;
  if (request.bulkOperation) throw badRequest("The answer is a stream, which needs a request of its own.");
  setCaching(call);
  const coding = acceptedCoding(request.headers["accept-encoding"]);
  void reply.header("etag", codedTag(`"${tag}"`, coding));
  if (matches(request.headers["if-none-match"], `"${tag}"`)) return reply.code(304).send();
  void reply.type(contentType);
  if (coding !== undefined) void reply.header("content-encoding", coding);
  // Fastify reads the body of a HEAD to its end and throws it away: nothing is to be computed for that.
  if (request.method === "HEAD") return reply.send(noBody());
  const answers = finishedAnswers(cacheOf(call));
  // Links repeat what was asked, however long: a digest keeps names short.
  const name = hash("sha256", [laneOf(caller), caller.application, tag, ...around].join(" "), "base64url");
  const answer: AnswerName = { name, coding };
  const finished = await answers.find(answer);
  if (finished) return sendLarge(reply, finished);
  const plain = inTurns(laneOf(caller), pieces);
  return reply.send(Readable.from(answers.keeping(answer, coded(plain, coding)), { objectMode: false }));
}

async function* inTurns(lane: string, pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  await turns.next(lane);
  for (const piece of pieces) {
    yield piece;
    await turns.next(lane);
  }
}

/** The pieces in the coding of the answer. What breaks one side off ends the other. */
function coded(pieces: AsyncIterable<Buffer>, coding: AnswerName["coding"]): AsyncIterable<Buffer> {
  if (coding === undefined) return pieces;
  // The error of either side comes to who reads.
  return pipeline(Readable.from(pieces, { objectMode: false }), compressing(coding), () => {});
}
