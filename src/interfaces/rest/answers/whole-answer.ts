import type { FastifyReply } from "fastify";
import { contentType } from "../../http/bodies/content-type.ts";
import { sendTagged, type TaggedBody } from "../../http/send-tagged.ts";
import type { ApiCall } from "../api-call.ts";
import { entityTag } from "./envelope.ts";

/** A response that is complete before it is sent. */
export interface WholeAnswer extends TaggedBody {
  /** The response's own headers, such as paging. */
  readonly headers: Readonly<Record<string, string>>;
}

/** @param type the media type, JSON by default */
export function wholeAnswer(text: string, headers: WholeAnswer["headers"] = {}, type = contentType): WholeAnswer {
  const body = Buffer.from(text);
  return { body, type, tag: entityTag(body), headers };
}

/** Sends a response in the negotiated coding, or 304 when the client has it. */
export function sendWhole(call: ApiCall, answer: WholeAnswer): Promise<FastifyReply> {
  void call.reply.headers(answer.headers);
  setCaching(call);
  return sendTagged(call.request, call.reply, answer);
}

/** Marks a response as private, to be revalidated on each use. */
export function setCaching({ reply }: ApiCall): void {
  void reply.headers({
    "cache-control": "private, no-cache",
    vary: "authorization, cookie, roost-account, accept, accept-encoding",
  });
}
