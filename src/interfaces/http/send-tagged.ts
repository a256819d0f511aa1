import { Readable } from "node:stream";
import { TLSSocket } from "node:tls";
import type { FastifyReply, FastifyRequest } from "fastify";
import { codingOf, compressed } from "./bodies/content-coding.ts";
import { codedTag, matches } from "./headers/entity-tag.ts";

/** A whole answer. */
export interface TaggedBody {
  readonly body: Buffer;
  /** Its medium, as `Content-Type` says it. */
  readonly type: string;
  /** Strong, quoted. */
  readonly tag: string;
}

/**
 * Sends a body that a tag names, in the coding that the client wants; 304 without it to a client that has it, in whatever coding. The
 * reply has all other headers already, `Vary` among them.
 */
export async function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, type, tag }: TaggedBody,
): Promise<FastifyReply> {
  const { "accept-encoding": accepted, "if-none-match": known } = request.headers;
  const coding = codingOf(accepted, body.length);
  void reply.header("etag", codedTag(tag, coding));
  if (matches(known, tag)) return reply.code(304).send();
  void reply.type(type);
  if (coding === undefined) return reply.send(body);
  void reply.header("content-encoding", coding);
  return reply.send(request.method === "HEAD" ? noBody() : await compressed(body, coding));
}

/** What a HEAD is answered with where the length of the body is not known: as a stream it gets no Content-Length. */
export const noBody = (): Readable => Readable.from([]);

/** Bytes that TLS encrypts in one piece: that is to be shorter than a turn (docs/design/maps-and-lengths.md). */
const sliceLength = 1024 * 1024;

/** Sends bytes that may be many, coded as they are to be sent. */
export function sendLarge(reply: FastifyReply, bytes: Buffer): FastifyReply {
  if (bytes.length <= sliceLength || !(reply.raw.socket instanceof TLSSocket)) return reply.send(bytes);
  return reply.header("content-length", bytes.length).send(Readable.from(slices(bytes), { objectMode: false }));
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += sliceLength) yield bytes.subarray(from, from + sliceLength);
}
