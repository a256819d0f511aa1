import type { FastifyReply } from "fastify";
import { codedTag, matches } from "../../http/headers/entity-tag.ts";
import { noBody, sendLarge } from "../../http/send-tagged.ts";
import type { ApiCall } from "../api-call.ts";
import type { Response } from "./response-cache.ts";
import { setCaching } from "./whole-answer.ts";

/** Sends a response that is already coded, or 304 when the client has it. */
export async function sendResponse(
  call: ApiCall,
  { headers, type, tag, coding, body }: Response,
): Promise<FastifyReply> {
  const { request, reply } = call;
  setCaching(call);
  void reply.headers({ ...headers, etag: codedTag(tag, coding) });
  if (matches(request.headers["if-none-match"], tag)) return reply.code(304).send();
  void reply.type(type);
  if (coding === undefined) return sendLarge(reply, body);
  void reply.header("content-encoding", coding);
  return request.method === "HEAD" ? reply.send(noBody()) : sendLarge(reply, body);
}
