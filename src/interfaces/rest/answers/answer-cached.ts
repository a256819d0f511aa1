import type { FastifyReply } from "fastify";
import type { CacheLifetime } from "../../../kernel/read/cache-lifetime.ts";
import { contentLifetime, type Lifetime } from "../../../modules/property/occupancy/content-lifetime.ts";
import { codingOf, compressed } from "../../http/bodies/content-coding.ts";
import { type ApiCall, cacheOf, scopeOf } from "../api-call.ts";
import { type Question, questionOf, responsesOf } from "./response-cache.ts";
import { sendResponse } from "./send-response.ts";
import { type StreamedAnswer, sendStream } from "./send-stream.ts";
import { sendWhole, type WholeAnswer } from "./whole-answer.ts";

/** What a read answers, and how long it lasts: worked out for who wants to know. */
export type ReadAnswer = (
  | { readonly form: "whole"; readonly answer: WholeAnswer }
  | { readonly form: "stream"; readonly answer: StreamedAnswer }
) & { readonly lasting: () => CacheLifetime };

/**
 * Answers a read from memory where it has been answered before, and neither what the account shows nor the time has changed it since; reads it
 * otherwise. The version of the content was read while the request was let in: what is read afterwards is of that version or newer.
 */
export async function answerCached(call: ApiCall, read: () => Promise<ReadAnswer>): Promise<FastifyReply> {
  const question = questionOf(call);
  if (!question) return send(call, await read());
  const responses = responsesOf(call);
  const known = responses.find(question.text, question.content);
  if (known) return sendResponse(call, known);
  const lasting = responses.lastingOf(question.text);
  const lifetime = lasting && (await lifetimeOf(call, question, lasting));
  const answer = await read();
  if (!lasting) responses.noteAsked(question.text, answer.lasting());
  if (!lasting || !lifetime) return send(call, answer);
  if (answer.form === "stream") {
    return sendStream(call, answer.answer, (response) =>
      responses.keep(question.text, lasting, { response, lifetime }),
    );
  }
  const { body, ...others } = answer.answer;
  const coding = codingOf(call.request.headers["accept-encoding"], body.length);
  const response = { ...others, coding, body: coding ? await compressed(body, coding) : body };
  responses.keep(question.text, lasting, { response, lifetime });
  return sendResponse(call, response);
}

function send(call: ApiCall, answer: ReadAnswer): Promise<FastifyReply> {
  return answer.form === "whole" ? sendWhole(call, answer.answer) : sendStream(call, answer.answer);
}

/** The lifetime of an answer that is read after this; undefined where it is not to be kept. */
async function lifetimeOf(call: ApiCall, { content }: Question, lasting: CacheLifetime): Promise<Lifetime | undefined> {
  switch (lasting) {
    case "unknown":
      return undefined;
    case "until a change":
      return { version: content.version, until: Number.POSITIVE_INFINITY };
    case "until a change or a moment":
      return contentLifetime(cacheOf(call), scopeOf(call), call.caller.accounts[0], content);
  }
}
