import type { FastifyInstance, FastifyReply } from "fastify";
import { issueCode } from "../../modules/access/authorization-codes.ts";
import {
  type AuthorizationRequest,
  type ParsedAuthorizationRequest,
  readAuthorizationRequest,
} from "./authorization-request.ts";
import {
  denied,
  respondWithCode,
  noAccount,
  showConsent,
  toSignIn,
  respondWithError,
  type AuthorizeContext,
} from "./authorize-answers.ts";
import { installApplication } from "../../modules/access/install-application.ts";
import { isInstalled } from "../../modules/access/installation.ts";
import type { OAuthDependencies } from "./dependencies.ts";
import { formParameters, OAuthParameters, queryParameters } from "./oauth-parameters.ts";
import { csrfMatches, csrfName } from "../web/pages/csrf.ts";
import { errorPages, sendErrorPage } from "../web/pages/error-page.ts";
import { acceptForms } from "../web/pages/form.ts";
import { pageHeaders } from "../web/pages/page-headers.ts";
import { type Membership, membershipsOf } from "../../modules/people/memberships.ts";
import { type SignedIn, signedIn } from "../web/session.ts";

/** The authorization endpoint (RFC 6749, 3.1): an application's request, and a person's answer to it. */
export async function authorize(app: FastifyInstance, dependencies: OAuthDependencies): Promise<void> {
  pageHeaders(app);
  errorPages(app);
  await acceptForms(app);
  app.get("/oauth/authorize", (request, reply) => {
    const parameters = new OAuthParameters(queryParameters(request.url));
    return ask({ dependencies, request, reply, parameters });
  });
  app.post("/oauth/authorize", (request, reply) => {
    const parameters = new OAuthParameters(queryParameters(request.url), formParameters(request.body));
    const visit = { dependencies, request, reply, parameters };
    return parameters.pick(["decision"]).length > 0 ? decide(visit) : ask(visit);
  });
}

/** Asks the signed-in person, unless they have answered this before. */
async function ask(visit: AuthorizeContext): Promise<FastifyReply> {
  const parsed = await readRequest(visit);
  if (parsed.kind !== "request") return respondWithError(visit, parsed);
  const { request } = parsed;
  const user = await signedIn(visit.dependencies.database, visit.request);
  if (!user) return toSignIn(visit, request);
  const accounts = await accountsOf(visit, user);
  const [first, ...others] = accounts;
  if (!first) return noAccount(visit, request, user);
  const wanted = accounts.find(({ accountId }) => accountId === request.account?.id);
  const meant = request.account === undefined && others.length === 0 ? first : wanted;
  const code = meant && !request.askAgain ? await codeForInstalled(visit, request, user, meant) : undefined;
  if (code !== undefined) return respondWithCode(visit, request, user, code);
  return showConsent(visit, { request, user, accounts, preselected: wanted });
}

/** Takes the person's answer from the consent page. */
async function decide(visit: AuthorizeContext): Promise<FastifyReply> {
  const parsed = await readRequest(visit);
  if (parsed.kind !== "request") return respondWithError(visit, parsed);
  const { request } = parsed;
  const user = await signedIn(visit.dependencies.database, visit.request);
  if (!user) return toSignIn(visit, request);
  if (!csrfMatches(user.session, visit.parameters.get(csrfName))) {
    const sentence = "This form was not yours, or it is too old. Please go back to the application and try again.";
    return sendErrorPage(visit.reply, { status: 403, title: "That is not allowed", sentence });
  }
  if (visit.parameters.get("decision") !== "approve") {
    return respondWithError(
      visit,
      { kind: "refused", to: request, oauthError: denied, application: request.application },
      user,
    );
  }
  const accounts = await accountsOf(visit, user);
  if (accounts.length === 0) return noAccount(visit, request, user);
  const account = accounts.find(({ accountId }) => accountId === request.account?.id);
  if (!account) {
    const problem = "Please choose the account.";
    return showConsent(visit, { request, user, accounts, preselected: undefined, problem }, 422);
  }
  const { accountId } = account;
  const code = await visit.dependencies.database.transaction(async (transaction) => {
    const { application, scopes } = request;
    await installApplication(transaction, { account: accountId, application: application.id, scopes });
    return issueCode(transaction, request, { account: accountId, user: user.userId });
  });
  return respondWithCode(visit, request, user, code);
}

function readRequest({ dependencies, parameters }: AuthorizeContext): Promise<ParsedAuthorizationRequest> {
  return dependencies.database.transaction((transaction) => readAuthorizationRequest(transaction, parameters), "read");
}

/** The accounts that a person may answer for. */
async function accountsOf({ dependencies }: AuthorizeContext, user: SignedIn): Promise<Membership[]> {
  const memberships = await membershipsOf(dependencies.database, user.userId);
  return memberships.filter(({ role }) => role === "owner" || role === "manager");
}

/** A code at once, when the account has the application installed with all that it asks for. */
function codeForInstalled(
  { dependencies }: AuthorizeContext,
  request: AuthorizationRequest,
  user: SignedIn,
  { accountId }: Membership,
): Promise<string | undefined> {
  return dependencies.database.transaction(async (transaction) => {
    const installed = await isInstalled(transaction, accountId, request.application.id, request.scopes);
    return installed ? issueCode(transaction, request, { account: accountId, user: user.userId }) : undefined;
  });
}
