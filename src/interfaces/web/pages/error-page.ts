import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type FailureReason, failureOf, retrySeconds, statuses } from "../../http/failure.ts";
import { sendPage } from "./answer.ts";
import { html } from "./html.ts";
import { page } from "./layout.ts";
import { setPageHeaders } from "./page-headers.ts";

/** What went wrong, for a person. */
interface Trouble {
  readonly status: number;
  readonly title: string;
  readonly sentence: string;
}

const titles: Readonly<Record<number, string>> = {
  400: "That request was not right",
  403: "That is not allowed",
  404: "There is nothing here",
  413: "That was too much",
  415: "That request was not right",
  429: "Too many attempts",
  500: "Something went wrong on our side",
  503: "Roost is catching its breath",
};

/** Lets an instance's routes answer errors as pages. */
export function errorPages(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    // A request that is refused before its route is known has no page's headers yet.
    if (!reply.hasHeader("x-frame-options")) setPageHeaders(reply);
    return sendErrorPage(reply, troubleOf(error, request));
  });
}

/** Answers with a page that says what went wrong. */
export function sendErrorPage(reply: FastifyReply, { status, title, sentence }: Trouble): FastifyReply {
  if (status === statuses.unavailable) void reply.header("retry-after", retrySeconds);
  const body = html`<section class="card">
<p class="eyebrow">Error ${status}</p>
<h1>${title}</h1>
<p class="lead">${sentence}</p>
<div class="actions"><a class="button primary" href="/">Back to the start</a></div>
</section>`;
  return sendPage(reply, page({ title, body, narrow: true }), status);
}

/** What a person reads instead of what a program reads; the other failures say themselves what was wrong. */
const sentences: ReadonlyMap<FailureReason, string> = new Map([
  ["unreadable", "Please go back and try again."],
  ["too_large", "Please go back and try again."],
  ["media_type", "Please go back and try again."],
  ["malformed", "Please go back and try again."],
  ["broken_off", "Please go back and try again."],
  ["no_store", "Files cannot be reached at the moment. Please try again in a few seconds."],
  ["unreachable", "The database cannot be reached at the moment. Please try again in a few seconds."],
  ["no_room", "There is no room left on a disk. Please tell your administrator, and try again later."],
  ["exhausted", "Too much is going on at the moment. Please try again in a few seconds."],
  ["read_only", "Nothing can be changed at the moment. Please try again in a few minutes."],
  ["damaged", "A disk cannot be read or written. Please tell your administrator, and try again later."],
  ["keys_changed", "The service is being set up anew. Please try again in a few seconds."],
  ["too_slow", "The database took too long. Please try again in a few seconds."],
]);

function troubleOf(error: unknown, request: FastifyRequest): Trouble {
  const { reason, code, sentence } = failureOf(error, request);
  const status = statuses[code];
  const title = titles[status] ?? "That request was not right";
  if (reason === "unexpected") {
    const advice = `Please try again. If it happens again, tell your administrator the request ${request.id}.`;
    return { status, title, sentence: advice };
  }
  return { status, title, sentence: sentences.get(reason) ?? sentence };
}
