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

/** A browser's request to the authorization endpoint and the reply. */
export interface AuthorizeContext {
  readonly dependencies: OAuthDependencies;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly parameters: OAuthParameters;
}

export const denied = new OAuthError("access_denied", "The user declined to connect the application.", 403);

/** Shows the consent page. Its form may lead to the registered redirect URI. */
export function showConsent({ reply }: AuthorizeContext, consent: Consent, status = 200): FastifyReply {
  allowFormTargets(reply, [consent.request.redirectUri]);
  return sendPage(reply, consentPage(consent), status);
}

/** Sends the user to the sign-in page, which leads back to this request. */
export function redirectToSignIn({ reply }: AuthorizeContext, request: AuthorizationRequest): FastifyReply {
  const query = new URLSearchParams(request.parameters.map(([name, value]): [string, string] => [name, value]));
  return redirect(reply, `/sign_in?return_to=${encodeURIComponent(`/oauth/authorize?${query}`)}`);
}

/** Returns a code: by a redirect, or on a page of our own. */
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

/** Shows why the user cannot connect the application. The link back reports it to the application. */
export function noAccount(
  { dependencies, reply }: AuthorizeContext,
  request: AuthorizationRequest,
  user: SignedIn,
): FastifyReply {
  const returnUrl = request.redirectUri === outOfBand ? undefined : errorUrl(dependencies.baseUrl, request, denied);
  return sendPage(reply, noAccountPage(user, request.application.name, returnUrl), 403);
}

/** Reports an error to the application, or to the user when the redirect URI is not trusted (RFC 6749, 4.1.2.1). */
export function respondWithError(
  { dependencies, reply }: AuthorizeContext,
  parsed: Exclude<ParsedAuthorizationRequest, { kind: "request" }>,
  user?: SignedIn,
): FastifyReply {
  if (parsed.kind === "untrusted") {
    return sendErrorPage(reply, { status: 400, title: "Request not valid", sentence: parsed.sentence });
  }
  const { to, error, application } = parsed;
  if (to.redirectUri === outOfBand) return sendPage(reply, noCodePage(user, application.name, error), error.status);
  return redirect(reply, errorUrl(dependencies.baseUrl, to, error));
}

/** 303 after a form, so the browser does not resubmit it (RFC 9700, 4.12). */
function redirect(reply: FastifyReply, url: string): FastifyReply {
  return reply.redirect(url, reply.request.method === "POST" ? 303 : 302);
}
