import type { FastifyReply } from "fastify";
import { contentType } from "../../http/bodies/content-type.ts";
import { sendTagged, type TaggedBody } from "../../http/send-tagged.ts";
import type { ApiCall } from "../api-call.ts";
import { entityTag } from "./envelope.ts";

/** An answer that is there as a whole, before anything of it is sent. */
export interface WholeAnswer extends TaggedBody {
  /** Those that are its own, such as its place among pages. */
  readonly headers: Readonly<Record<string, string>>;
}

/** @param type of the medium; JSON unless told */
export function wholeAnswer(text: string, headers: WholeAnswer["headers"] = {}, type = contentType): WholeAnswer {
  const body = Buffer.from(text);
  return { body, type, tag: entityTag(body), headers };
}

/** Sends it: compressed where the client wants that, and not at all where it has it already. */
export function sendWhole(call: ApiCall, answer: WholeAnswer): Promise<FastifyReply> {
  void call.reply.headers(answer.headers);
  setCaching(call);
  return sendTagged(call.request, call.reply, answer);
}

/** Says that an answer is for its reader alone, and is asked for again each time. */
export function setCaching({ reply }: ApiCall): void {
  void reply.headers({
    "cache-control": "private, no-cache",
    vary: "authorization, cookie, roost-account, accept, accept-encoding",
  });
}
