import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isUnreachable } from "../../../database/errors.ts";
import { RequestError } from "../../../kernel/errors.ts";
import { sendPage } from "./answer.ts";
import { html } from "./html.ts";
import { page } from "./layout.ts";

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

const statuses: Readonly<Record<string, number>> = {
  bad_request: 400,
  forbidden: 403,
  not_found: 404,
  unavailable: 503,
};

/** Lets an instance's routes answer errors as pages. What is unexpected is logged, and never shown. */
export function errorPages(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendErrorPage(reply, troubleOf(error, request)));
}

/** Answers with a page that says what went wrong. */
export function sendErrorPage(reply: FastifyReply, { status, title, sentence }: Trouble): FastifyReply {
  if (status === 503) void reply.header("retry-after", "5");
  const body = html`<section class="card">
<p class="eyebrow">Error ${status}</p>
<h1>${title}</h1>
<p class="lead">${sentence}</p>
<div class="actions"><a class="button primary" href="/">Back to the start</a></div>
</section>`;
  return sendPage(reply, page({ title, body, narrow: true }), status);
}

function troubleOf(error: unknown, request: FastifyRequest): Trouble {
  if (error instanceof RequestError && statuses[error.code] !== undefined) {
    return trouble(statuses[error.code] ?? 400, error.message);
  }
  if (isUnreachable(error)) {
    request.log.error({ err: error }, "the database cannot be reached");
    return trouble(503, "The database cannot be reached at the moment. Please try again in a few seconds.");
  }
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return trouble(status, "Please go back and try again.");
  request.log.error({ err: error }, "unexpected error on a page");
  return trouble(500, `Please try again. If it happens again, tell your administrator the request ${request.id}.`);
}

function trouble(status: number, sentence: string): Trouble {
  return { status, title: titles[status] ?? "That request was not right", sentence };
}
