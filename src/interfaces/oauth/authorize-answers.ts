import type { FastifyReply, FastifyRequest } from "fastify";
import { outOfBand } from "../../modules/platform/access/applications/redirect-uri.ts";
import { codeLifetime } from "../../modules/platform/access/tokens/authorization-codes.ts";
import { OAuthError } from "../../modules/platform/access/tokens/oauth-error.ts";
import { sendPage } from "../web/pages/answer.ts";
import { sendErrorPage } from "../web/pages/error-page.ts";
import { allowFormTargets, allowOwnScript } from "../web/pages/page-headers.ts";
import type { SignedIn } from "../web/session.ts";
import type { AuthorizationRequest, ParsedAuthorizationRequest } from "./authorization-request.ts";
import { codeUrl, errorUrl } from "./authorization-response.ts";
import { codePage, noAccountPage, noCodePage } from "./code-pages.ts";
import { type Consent, consentPage } from "./consent-page.ts";
import type { OAuthDependencies } from "./dependencies.ts";
import type { OAuthParameters } from "./oauth-parameters.ts";

/** One request of a browser to the authorization endpoint, and its answer. */
export interface AuthorizeContext {
  readonly dependencies: OAuthDependencies;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly parameters: OAuthParameters;
}

export const denied = new OAuthError("access_denied", "The account did not authorize the application.", 403);

/** Asks. The form may lead to the application's redirect URI, which is registered. */
export function showConsent({ reply }: AuthorizeContext, consent: Consent, status = 200): FastifyReply {
  allowFormTargets(reply, [consent.request.redirectUri]);
  return sendPage(reply, consentPage(consent), status);
}

/** Signing in leads back to this request; the sign-in page lets its form lead on to the application's redirect URIs. */
export function redirectToSignIn({ reply }: AuthorizeContext, request: AuthorizationRequest): FastifyReply {
  const query = new URLSearchParams(request.parameters.map(([name, value]): [string, string] => [name, value]));
  return redirect(reply, `/sign_in?return_to=${encodeURIComponent(`/oauth/authorize?${query}`)}`);
}

/** Hands a code over: by a redirect, or shown on our page. */
export function respondWithCode(
  { dependencies, reply }: AuthorizeContext,
  request: AuthorizationRequest,
  user: SignedIn,
  code: string,
): FastifyReply {
  const { name } = request.application;
  if (request.redirectUri === outOfBand) {
    allowOwnScript(reply);
    return sendPage(reply, codePage(user, name, code, codeLifetime / 60));
  }
  return redirect(reply, codeUrl(dependencies.baseUrl, request, code));
}

/** Shows the person why; their way back reports it to the application. */
export function noAccount(
  { dependencies, reply }: AuthorizeContext,
  request: AuthorizationRequest,
  user: SignedIn,
): FastifyReply {
  const returnUrl = request.redirectUri === outOfBand ? undefined : errorUrl(dependencies.baseUrl, request, denied);
  return sendPage(reply, noAccountPage(user, request.application.name, returnUrl), 403);
}

/** RFC 6749, 4.1.2.1: reports to the application, unless the redirect URI may not be its own: then to the person. */
export function respondWithError(
  { dependencies, reply }: AuthorizeContext,
  parsed: Exclude<ParsedAuthorizationRequest, { kind: "request" }>,
  user?: SignedIn,
): FastifyReply {
  if (parsed.kind === "untrusted") {
    return sendErrorPage(reply, { status: 400, title: "That request was not right", sentence: parsed.sentence });
  }
  const { to, error, application } = parsed;
  if (to.redirectUri === outOfBand) return sendPage(reply, noCodePage(user, application.name, error), error.status);
  return redirect(reply, errorUrl(dependencies.baseUrl, to, error));
}

/** After a form 303: what was sent here is not sent on (RFC 9700, 4.12). */
function redirect(reply: FastifyReply, url: string): FastifyReply {
  return reply.redirect(url, reply.request.method === "POST" ? 303 : 302);
}
