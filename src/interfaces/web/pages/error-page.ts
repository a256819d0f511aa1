import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type FailureReason, failureOf, retrySeconds, statuses } from "../../http/failure.ts";
import { sendPage } from "./answer.ts";
import { html } from "./html.ts";
import { page } from "./layout.ts";
import { setPageHeaders } from "./page-headers.ts";

/** An error page's content. */
interface ErrorContent {
  readonly status: number;
  readonly title: string;
  readonly sentence: string;
}

const titles: Readonly<Record<number, string>> = {
  400: "The request is not valid",
  403: "Access denied",
  404: "Page not found",
  413: "The request is too large",
  415: "The request is not valid",
  429: "Too many attempts",
  500: "Something went wrong",
  503: "Roost is temporarily unavailable",
};

/** Renders an instance's errors as pages. */
export function errorPages(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    // A request that is refused before routing has no page headers yet.
    if (!reply.hasHeader("x-frame-options")) setPageHeaders(reply);
    return sendErrorPage(reply, contentOf(error, request));
  });
}

/** Sends an error page. */
export function sendErrorPage(reply: FastifyReply, { status, title, sentence }: ErrorContent): FastifyReply {
  if (status === statuses.unavailable) void reply.header("retry-after", retrySeconds);
  const body = html`<section class="card">
<p class="eyebrow">Error ${status}</p>
<h1>${title}</h1>
<p class="lead">${sentence}</p>
<div class="actions"><a class="button primary" href="/">Go to the start page</a></div>
</section>`;
  return sendPage(reply, page({ title, body, narrow: true }), status);
}

/** Sentences for people, replacing those that are meant for programs. */
const sentences: ReadonlyMap<FailureReason, string> = new Map([
  ["unreadable", "Go back and try again."],
  ["too_large", "Go back and try again."],
  ["media_type", "Go back and try again."],
  ["malformed", "Go back and try again."],
  ["broken_off", "Go back and try again."],
  ["no_store", "The file store is unavailable. Try again in a few seconds."],
  ["unreachable", "The database is unavailable. Try again in a few seconds."],
  ["no_room", "A disk is full. Contact your administrator, then try again later."],
  ["exhausted", "Roost is overloaded. Try again in a few seconds."],
  ["read_only", "The database is read-only. Try again in a few minutes."],
  ["damaged", "A disk failed. Contact your administrator, then try again later."],
  ["keys_changed", "The secrets key was just rotated. Try again in a few seconds."],
  ["too_slow", "The request timed out. Try again in a few seconds."],
]);

function contentOf(error: unknown, request: FastifyRequest): ErrorContent {
  const { reason, code, sentence } = failureOf(error, request);
  const status = statuses[code];
  const title = titles[status] ?? "The request is not valid";
  if (reason === "unexpected") {
    const advice = `Try again. If the error persists, contact your administrator and quote request ${request.id}.`;
    return { status, title, sentence: advice };
  }
  return { status, title, sentence: sentences.get(reason) ?? sentence };
}
