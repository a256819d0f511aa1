import type { FastifyReply } from "fastify";
import type { ContentMoment } from "../../database/content-version.ts";
import type { Lasting } from "../../kernel/read/lasting.ts";
import { scopesKey } from "../../kernel/read/query-cache.ts";
import { contentLifetime, type Lifetime } from "../../modules/occupancy/content-lifetime.ts";
import type { RecordsAnswer } from "./answer-read.ts";
import { type ApiCall, cacheOf, scopeOf } from "./api-call.ts";
import { keptAnswers } from "./kept-answers.ts";
import { sendWhole } from "./whole-answer.ts";

/**
 * Answers a read of records from memory where it has been answered before, and neither what the account shows nor the time has changed it since
 * (docs/decisions/0079-kept-answers.md); reads it otherwise. The version of the content was read while the request was let in: what is read
 * afterwards is of that version or newer.
 */
export async function answerKept(
  call: ApiCall,
  readAnswer: (call: ApiCall) => Promise<RecordsAnswer>,
): Promise<FastifyReply> {
  const content = contentOf(call);
  if (!content) return sendWhole(call, (await readAnswer(call)).answer);
  const answers = keptAnswers(cacheOf(call));
  const question = questionOf(call);
  const known = answers.find(question, content);
  if (known) return sendWhole(call, known);
  const lasting = answers.lastingOf(question);
  const lifetime = lasting && (await lifetimeOf(call, content, lasting));
  const read = await readAnswer(call);
  if (!lasting) answers.noteAsked(question, read.lasting());
  if (lifetime) answers.keep(question, read.answer, lifetime);
  return sendWhole(call, read.answer);
}

/** The lifetime of an answer that is read after this; undefined where it is not to be kept. */
async function lifetimeOf(call: ApiCall, content: ContentMoment, lasting: Lasting): Promise<Lifetime | undefined> {
  switch (lasting) {
    case "unknown":
      return undefined;
    case "until a change":
      return { version: content.version, until: Number.POSITIVE_INFINITY };
    case "until a change or a moment":
      return contentLifetime(cacheOf(call), scopeOf(call), call.caller.accounts[0], content);
  }
}

/** What the caller's account shows. Undefined for an operation of a bulk request, which may read what the one before it wrote. */
function contentOf({ caller, request }: ApiCall): ContentMoment | undefined {
  return request.bulkOperation ? undefined : caller.content;
}

/** All that decides which answer a request gets, beside the account's content and the time. */
function questionOf({ caller, request, dependencies }: ApiCall): string {
  const { accounts, application, publishedOnly, ofAccount, scopes } = caller;
  const filesUntil = dependencies.queries.urlTerm()?.until;
  return [request.url, accounts.join(), application, publishedOnly, ofAccount, filesUntil, scopesKey(scopes)].join(" ");
}
