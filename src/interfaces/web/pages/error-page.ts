import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ErrorCode, RequestError } from "../../../kernel/errors.ts";
import { type FailureReason, failureOf, retrySeconds, statuses } from "../../http/failure.ts";
import { sendPage } from "./answer.ts";
import { type Html, html } from "./html.ts";
import { page } from "./layout.ts";
import { setPageHeaders } from "./page-headers.ts";
import { inEnglish, type Speech, speechOf } from "./speech.ts";

/** An error page's content. */
interface ErrorContent {
  readonly status: number;
  readonly title: string;
  readonly sentence: string | Html;
  /** English by default. */
  readonly speech?: Speech;
}

/** A page's error, in the reader's language. */
export class PageError extends RequestError {
  readonly speech: Speech;

  constructor(code: ErrorCode, speech: Speech, refusal: "staleForm") {
    super(code, speech.t(`pages.errors.refusals.${refusal}`));
    this.speech = speech;
  }
}

/** Renders an instance's errors as pages. */
export function errorPages(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    // A request that is refused before routing has no page headers yet.
    if (!reply.hasHeader("x-frame-options")) setPageHeaders(reply);
    return sendErrorPage(reply, contentOf(error, request));
  });
}

/** Sends an error page. */
export function sendErrorPage(reply: FastifyReply, content: ErrorContent): FastifyReply {
  const { status, title, sentence, speech = inEnglish() } = content;
  if (status === statuses.unavailable) void reply.header("retry-after", retrySeconds);
  const body = html`<section class="card">
<p class="eyebrow">${speech.t("pages.errors.status", { status })}</p>
<h1>${title}</h1>
<p class="lead">${sentence}</p>
<div class="actions"><a class="button primary" href="/">${speech.t("pages.errors.start")}</a></div>
</section>`;
  return sendPage(reply, page({ title, body, narrow: true, speech }), status);
}

/** The framework's refusals, whose messages are for programs. */
const unreadable: ReadonlySet<FailureReason> = new Set([
  "unreadable",
  "too_large",
  "media_type",
  "malformed",
  "broken_off",
]);

function contentOf(error: unknown, request: FastifyRequest): ErrorContent {
  const { reason, code, sentence } = failureOf(error, request);
  const status = statuses[code];
  const speech = error instanceof PageError ? error.speech : speechOf(request);
  const { t, language } = speech;
  const title = t.find(`pages.errors.titles.${status}`) ?? t("pages.errors.titles.400");
  const english = language === "en" ? sentence : html`<span lang="en">${sentence}</span>`;
  return { status, title, sentence: translated() ?? english, speech };

  function translated(): string | undefined {
    if (error instanceof PageError) return sentence;
    if (unreadable.has(reason)) return t("pages.errors.again");
    if (reason === "unexpected") return t("pages.errors.unexpected", { request: request.id });
    return t.find(`pages.errors.reasons.${reason}`);
  }
}
