import type { FastifyReply } from "fastify";
import type { CacheLifetime } from "../../../kernel/read/cache-lifetime.ts";
import { contentLifetime, type Lifetime } from "../../../modules/property/occupancy/content-lifetime.ts";
import { codingOf, compressed } from "../../http/bodies/content-coding.ts";
import { type ApiCall, cacheOf, scopeOf } from "../api-call.ts";
import { type CacheKey, cacheKeyOf, responsesOf } from "./response-cache.ts";
import { sendResponse } from "./send-response.ts";
import { type StreamedAnswer, sendStream } from "./send-stream.ts";
import { sendWhole, type WholeAnswer } from "./whole-answer.ts";

/** The response to a read, and how long it may be cached, computed on demand. */
export type ReadAnswer = (
  | { readonly form: "whole"; readonly answer: WholeAnswer }
  | { readonly form: "stream"; readonly answer: StreamedAnswer }
) & { readonly lasting: () => CacheLifetime };

/**
 * Serves a read from the response cache while it is valid, otherwise reads it. The account's content version was read during admission, so
 * the response has that version or a newer one.
 */
export async function answerCached(call: ApiCall, read: () => Promise<ReadAnswer>): Promise<FastifyReply> {
  const key = cacheKeyOf(call);
  if (!key) return send(call, await read());
  const responses = responsesOf(call);
  const cached = responses.find(key.text, key.content);
  if (cached) return sendResponse(call, cached);
  const lasting = responses.lastingOf(key.text);
  const lifetime = lasting && (await lifetimeOf(call, key, lasting));
  const answer = await read();
  if (!lasting) responses.noteRequest(key.text, answer.lasting());
  if (!lasting || !lifetime) return send(call, answer);
  if (answer.form === "stream") {
    return sendStream(call, answer.answer, (response) => responses.keep(key.text, lasting, { response, lifetime }));
  }
  const { body, ...others } = answer.answer;
  const coding = codingOf(call.request.headers["accept-encoding"], body.length);
  const response = { ...others, coding, body: coding ? await compressed(body, coding) : body };
  responses.keep(key.text, lasting, { response, lifetime });
  return sendResponse(call, response);
}

function send(call: ApiCall, answer: ReadAnswer): Promise<FastifyReply> {
  return answer.form === "whole" ? sendWhole(call, answer.answer) : sendStream(call, answer.answer);
}

/** The lifetime of a response that is read after this call; undefined when it must not be cached. */
async function lifetimeOf(call: ApiCall, { content }: CacheKey, lasting: CacheLifetime): Promise<Lifetime | undefined> {
  switch (lasting) {
    case "unknown":
      return undefined;
    case "until a change":
      return { version: content.version, until: Number.POSITIVE_INFINITY };
    case "until a change or a moment":
      return contentLifetime(cacheOf(call), scopeOf(call), call.caller.accounts[0], content);
  }
}
