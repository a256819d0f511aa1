import type { FastifyReply } from "fastify";
import type { ContentMoment } from "../../database/content-version.ts";
import type { Lasting } from "../../kernel/read/lasting.ts";
import { scopesKey } from "../../kernel/read/query-cache.ts";
import { nextChangeByTime } from "../../modules/occupancy/next-change.ts";
import { answerAnywhere } from "./answer-anywhere.ts";
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
  read: (call: ApiCall) => Promise<RecordsAnswer>,
): Promise<FastifyReply> {
  const readAndSend = async (reading: ApiCall): Promise<FastifyReply> =>
    sendWhole(reading, (await read(reading)).answer);
  const content = contentOf(call);
  if (!content) return answerAnywhere(call, readAndSend);
  const answers = keptAnswers(cacheOf(call));
  const question = questionOf(call);
  const known = answers.find(question, content);
  if (known) return sendWhole(call, known);
  const until = await untilOf(call, content, answers.lastingOf(question));
  const { answer, lasting } = await read(call);
  answers.noteAsked(question, lasting);
  if (until !== undefined) answers.keep(question, answer, content.version, until);
  return sendWhole(call, answer);
}

/**
 * Until when time leaves an answer as it is, epoch milliseconds; to be worked out before it is read. Undefined where it is not to be kept.
 * @param lasting what was found when the same was asked before
 */
async function untilOf(
  call: ApiCall,
  content: ContentMoment,
  lasting: Lasting | undefined,
): Promise<number | undefined> {
  const [account] = call.caller.accounts;
  switch (lasting) {
    case "until a change":
      return Number.POSITIVE_INFINITY;
    case "until a change or a moment":
      return keptAnswers(cacheOf(call)).horizon(account, content, () => nextChangeByTime(scopeOf(call), account));
    default:
      return undefined;
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
