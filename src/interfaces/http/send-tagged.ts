import { Readable } from "node:stream";
import { TLSSocket } from "node:tls";
import type { FastifyReply, FastifyRequest } from "fastify";
import { codingOf, compressed } from "./bodies/content-coding.ts";
import { codedTag, matches } from "./headers/entity-tag.ts";

/** A complete response body with its entity tag. */
export interface TaggedBody {
  readonly body: Buffer;
  /** The `Content-Type`. */
  readonly type: string;
  /** Strong, quoted. */
  readonly tag: string;
}

/**
 * Sends a tagged body in the negotiated coding, or 304 when the client has it in any coding. The caller has set all other headers,
 * including `Vary`.
 */
export async function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, type, tag }: TaggedBody,
): Promise<FastifyReply> {
  const { "accept-encoding": accepted, "if-none-match": ifNoneMatch } = request.headers;
  const coding = codingOf(accepted, body.length);
  void reply.header("etag", codedTag(tag, coding));
  if (matches(ifNoneMatch, tag)) return reply.code(304).send();
  void reply.type(type);
  if (coding === undefined) return reply.send(body);
  void reply.header("content-encoding", coding);
  return reply.send(request.method === "HEAD" ? noBody() : await compressed(body, coding));
}

/** The body of a HEAD response of unknown length: a stream gets no Content-Length. */
export const noBody = (): Readable => Readable.from([]);

/** Bytes that TLS encrypts in one piece without blocking the event loop for long (docs/design/maps-and-lengths.md). */
const sliceLength = 1024 * 1024;

/** Sends a possibly large body that is already coded. */
export function sendLarge(reply: FastifyReply, bytes: Buffer): FastifyReply {
  if (bytes.length <= sliceLength || !(reply.raw.socket instanceof TLSSocket)) return reply.send(bytes);
  return reply.header("content-length", bytes.length).send(Readable.from(slices(bytes), { objectMode: false }));
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += sliceLength) yield bytes.subarray(from, from + sliceLength);
}
