import type { FastifyInstance, FastifyReply } from "fastify";
import { installApplication } from "../../modules/platform/access/applications/install-application.ts";
import { isInstalled } from "../../modules/platform/access/applications/installation.ts";
import { issueCode } from "../../modules/platform/access/tokens/authorization-codes.ts";
import { type Membership, membershipsOf } from "../../modules/platform/people/memberships.ts";
import { csrfMatches, csrfName } from "../web/pages/csrf.ts";
import { errorPages, sendErrorPage } from "../web/pages/error-page.ts";
import { acceptForms } from "../web/pages/form.ts";
import { pageHeaders } from "../web/pages/page-headers.ts";
import { type SignedIn, signedIn } from "../web/session.ts";
import {
  type AuthorizationRequest,
  type ParsedAuthorizationRequest,
  readAuthorizationRequest,
} from "./authorization-request.ts";
import {
  type AuthorizeContext,
  denied,
  noAccount,
  redirectToSignIn,
  respondWithCode,
  respondWithError,
  showConsent,
} from "./authorize-answers.ts";
import type { OAuthDependencies } from "./dependencies.ts";
import { formParameters, OAuthParameters, queryParameters } from "./oauth-parameters.ts";

/** The authorization endpoint (RFC 6749, 3.1): shows an application's request to the user and takes their decision. */
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
    const context = { dependencies, request, reply, parameters };
    return parameters.pick(["decision"]).length > 0 ? decide(context) : ask(context);
  });
}

/** Shows the consent page, or returns a code immediately when the account has already consented. */
async function ask(context: AuthorizeContext): Promise<FastifyReply> {
  const parsed = await readRequest(context);
  if (parsed.kind !== "request") return respondWithError(context, parsed);
  const { request } = parsed;
  const user = await signedIn(context.dependencies.database, context.request);
  if (!user) return redirectToSignIn(context, request);
  const accounts = await accountsOf(context, user);
  const [first, ...others] = accounts;
  if (!first) return noAccount(context, request, user);
  const preselected = accounts.find(({ accountId }) => accountId === request.account?.id);
  const account = request.account === undefined && others.length === 0 ? first : preselected;
  const code = account && !request.askAgain ? await codeForInstalled(context, request, user, account) : undefined;
  if (code !== undefined) return respondWithCode(context, request, user, code);
  return showConsent(context, { request, user, accounts, preselected });
}

/** Handles the user's decision on the consent page. */
async function decide(context: AuthorizeContext): Promise<FastifyReply> {
  const parsed = await readRequest(context);
  if (parsed.kind !== "request") return respondWithError(context, parsed);
  const { request } = parsed;
  const user = await signedIn(context.dependencies.database, context.request);
  if (!user) return redirectToSignIn(context, request);
  if (!csrfMatches(user.session, context.parameters.get(csrfName))) {
    const sentence = "This form expired or belongs to another session. Go back to the application and try again.";
    return sendErrorPage(context.reply, { status: 403, title: "Form expired", sentence });
  }
  if (context.parameters.get("decision") !== "approve") {
    return respondWithError(
      context,
      { kind: "refused", to: request, error: denied, application: request.application },
      user,
    );
  }
  const accounts = await accountsOf(context, user);
  if (accounts.length === 0) return noAccount(context, request, user);
  const account = accounts.find(({ accountId }) => accountId === request.account?.id);
  if (!account) {
    const problem = "Choose an account.";
    return showConsent(context, { request, user, accounts, preselected: undefined, problem }, 422);
  }
  const { accountId } = account;
  const code = await context.dependencies.database.transaction(async (transaction) => {
    const { application, scopes } = request;
    await installApplication(transaction, { account: accountId, application: application.id, scopes });
    return issueCode(transaction, request, { account: accountId, user: user.userId });
  });
  return respondWithCode(context, request, user, code);
}

function readRequest({ dependencies, parameters }: AuthorizeContext): Promise<ParsedAuthorizationRequest> {
  return dependencies.database.transaction((transaction) => readAuthorizationRequest(transaction, parameters), "read");
}

/** The accounts that a user may connect: only owners connect applications (console.md, Roles). */
async function accountsOf({ dependencies }: AuthorizeContext, user: SignedIn): Promise<Membership[]> {
  const memberships = await membershipsOf(dependencies.database, user.userId);
  return memberships.filter(({ role }) => role === "owner");
}

/** Issues a code when the account has installed the application with all requested scopes. */
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
