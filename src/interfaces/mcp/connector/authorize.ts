import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { publicOnly } from "../../../kernel/write/context.ts";
import { findGoodToken } from "../../../modules/platform/access/agent-tokens/good-token.ts";
import { AnonymousRateLimiter } from "../../../modules/platform/access/throttling/anonymous-rate-limiter.ts";
import { OAuthError } from "../../../modules/platform/access/tokens/oauth-error.ts";
import { fetchPublic } from "../../../modules/platform/outgoing/fetch-public.ts";
import { codeUrl, errorUrl } from "../../oauth/authorization-response.ts";
import { formParameters, OAuthParameters, queryParameters } from "../../oauth/oauth-parameters.ts";
import { secretCookie, setSecretCookie } from "../../web/cookies.ts";
import { sendPage } from "../../web/pages/answer.ts";
import { csrfMatches, csrfName } from "../../web/pages/csrf.ts";
import { errorPages, sendErrorPage } from "../../web/pages/error-page.ts";
import { acceptForms, Form } from "../../web/pages/form.ts";
import { allowFormTargets, pageHeaders } from "../../web/pages/page-headers.ts";
import type { McpDependencies } from "../dependencies.ts";
import { clientCheck } from "./client-check.ts";
import { issueCode } from "./codes.ts";
import { type ConnectorRequest, type ParsedConnectorRequest, readConnectorRequest } from "./connector-request.ts";
import { endpointUrl } from "./metadata.ts";
import { connectorPage } from "./sign-in-page.ts";

/** The connector sign-in page (agent.md): checks the pasted token and issues a code to the client. */
export async function connectorAuthorize(app: FastifyInstance, dependencies: McpDependencies): Promise<void> {
  const { database, baseUrl, clock, agentRedirectUris = [] } = dependencies;
  const issuer = endpointUrl(baseUrl);
  const failures = new AnonymousRateLimiter();
  const ended = new AbortController();
  app.addHook("preClose", async () => ended.abort());
  const { privateFetch } = dependencies.outgoing ?? publicOnly;
  const reach = { privateFetch, signal: ended.signal };
  const check = clientCheck(dependencies.fetchDocument ?? ((document) => fetchPublic(reach, document)));
  pageHeaders(app);
  errorPages(app);
  await acceptForms(app);

  app.get("/mcp/oauth/authorize", async (request, reply) => {
    const parsed = readConnectorRequest(new OAuthParameters(queryParameters(request.url)), agentRedirectUris, issuer);
    if (parsed.kind !== "request") return respondWithError(reply, parsed);
    const client = await check(parsed.request, request.ip, clock());
    if ("sentence" in client) return sendErrorPage(reply, { ...untrusted, ...client });
    return show(request, reply, { request: parsed.request, clientName: client.name });
  });

  app.post("/mcp/oauth/authorize", async (request, reply) => {
    const form = new Form(request.body);
    const fields = formParameters(request.body).filter(([name]) => name !== "token");
    const parameters = new OAuthParameters(queryParameters(request.url), fields);
    const parsed = readConnectorRequest(parameters, agentRedirectUris, issuer);
    if (parsed.kind !== "request") return respondWithError(reply, parsed);
    const client = await check(parsed.request, request.ip, clock());
    if ("sentence" in client) return sendErrorPage(reply, { ...untrusted, ...client });
    const shown = { request: parsed.request, clientName: client.name };
    // Bound to this browser: an attacker cannot connect a victim's agent with the attacker's token.
    const visit = secretCookie(request, "roost_visit");
    if (!visit || !csrfMatches(visit, form.text(csrfName))) return show(request, reply, shown, staleForm, 403);
    if (form.text("decision") === "deny")
      return respondWithError(reply, { kind: "refused", to: parsed.request.to, error: denied });
    const token = form.text("token").trim();
    const good = await findGoodToken(database, token);
    if (!good) {
      const { exceeded } = failures.count(request.ip, clock());
      return show(request, reply, shown, exceeded ? tooMany : notGood, exceeded ? 429 : 422);
    }
    const code = await issueCode(database, parsed.request, { tokenId: good.id, token });
    // 303, so the browser does not resubmit the form (RFC 9700, 4.12).
    return reply.redirect(codeUrl(issuer, parsed.request.to, code), 303);
  });

  function respondWithError(
    reply: FastifyReply,
    parsed: Exclude<ParsedConnectorRequest, { kind: "request" }>,
  ): FastifyReply {
    if (parsed.kind === "untrusted") return sendErrorPage(reply, untrusted);
    return reply.redirect(errorUrl(issuer, parsed.to, parsed.error), 303);
  }
}

const denied = new OAuthError("access_denied", "The user declined to connect the agent.", 403);
const staleForm = "This form expired, or your browser blocks cookies. Try again.";
const notGood = "This token is mistyped, expired or revoked. Check it and try again.";
const tooMany = "Too many attempts. Try again in an hour.";
const untrusted = {
  status: 400,
  title: "Redirect address not allowed",
  sentence:
    "The program that sent you here uses a redirect address that this Roost does not allow. Your administrator can add it to ROOST_AGENT_REDIRECT_URIS. Nothing was shared.",
};

function show(
  request: FastifyRequest,
  reply: FastifyReply,
  shown: { readonly request: ConnectorRequest; readonly clientName: string | undefined },
  problem?: string,
  status = 200,
): FastifyReply {
  let visit = secretCookie(request, "roost_visit");
  if (!visit) {
    visit = randomBytes(32);
    setSecretCookie(request, reply, "roost_visit", visit);
  }
  allowFormTargets(reply, [shown.request.to.redirectUri]);
  return sendPage(reply, connectorPage({ ...shown, visit, problem }), status);
}
