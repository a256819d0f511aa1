import type { FastifyReply } from "fastify";
import { contentType } from "../http/content-type.ts";
import { sendTagged } from "../http/send-tagged.ts";
import type { ApiCall } from "./api-call.ts";
import { entityTag } from "./envelope.ts";

/** Sends what was read: compressed where the client wants that, and not at all where it has it already. */
export function sendRead(call: ApiCall, text: string, type = contentType): Promise<FastifyReply> {
  const body = Buffer.from(text);
  setCaching(call);
  return sendTagged(call.request, call.reply, { body, type, tag: entityTag(body) });
}

/** Says that an answer is for its reader alone, and is asked for again each time. */
export function setCaching({ reply }: ApiCall): void {
  void reply.headers({
    "cache-control": "private, no-cache",
    vary: "authorization, cookie, roost-account, accept, accept-encoding",
  });
}
