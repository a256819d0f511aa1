import { acceptedLanguage } from "@roost/messages/languages.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../../database/connect/database.ts";
import { RequestError } from "../../../kernel/errors.ts";
import { isManaging } from "../../../modules/platform/access/roles.ts";
import { AlreadyKnown, acceptAsNewcomer, acceptAsPerson } from "../../../modules/platform/people/accept-invitation.ts";
import { invitationOf, type OpenInvitation } from "../../../modules/platform/people/invitations.ts";
import { goTo, sendPage } from "../pages/answer.ts";
import { csrfMatches, csrfName } from "../pages/csrf.ts";
import { deadLinkPage } from "../pages/dead-link-page.ts";
import { Form } from "../pages/form.ts";
import { existingUserPage, newcomerPage } from "../pages/people/invitation-page.ts";
import { beginSession, signedIn } from "../session.ts";
import { isOwnForm, staleForm, visitOf } from "../visit.ts";
import { chosenProblem } from "./chosen-password.ts";
import { rememberDevice } from "./known-device.ts";

interface Path {
  readonly Params: { readonly token: string };
}

/** The page behind an invitation link: new users choose a password, existing users accept with their account. */
export function invitationRoutes(app: FastifyInstance, database: Database): void {
  app.get<Path>("/invitations/:token", async (request, reply) => {
    const { token } = request.params;
    const invitation = await invitationOf(database, token);
    if (!invitation) return dead(reply);
    if (!invitation.isKnown) return sendPage(reply, newcomerPage({ token, invitation }, visitOf(request, reply), ""));
    return sendPage(reply, existingUserPage({ token, invitation }, await signedIn(database, request)));
  });

  app.post<Path>("/invitations/:token", async (request, reply) => {
    const invitation = await invitationOf(database, request.params.token);
    if (!invitation) return dead(reply);
    return invitation.isKnown ? acceptKnown(request, reply, invitation) : acceptNew(request, reply, invitation);
  });

  async function acceptNew(request: FastifyRequest<Path>, reply: FastifyReply, invitation: OpenInvitation) {
    const form = new Form(request.body);
    const { token } = request.params;
    const name = form.text("name").slice(0, 200);
    const password = form.text("chosen");
    const again = (problems: Parameters<typeof newcomerPage>[3], status: number): FastifyReply =>
      sendPage(reply, newcomerPage({ token, invitation }, visitOf(request, reply), name, problems), status);
    if (!isOwnForm(request, form)) return again({ attempt: staleForm }, 403);
    const chosen = chosenProblem(password, form.text("repeated"), invitation);
    if (chosen !== undefined) return again({ chosen }, 422);
    const language = acceptedLanguage(request.headers["accept-language"]);
    try {
      const person = await database.transaction((transaction) =>
        acceptAsNewcomer(transaction, token, { name, password, language }),
      );
      if (!person) return dead(reply);
      if (!(await beginSession(database, request, reply, person))) return goTo(reply, "/sign_in");
      rememberDevice(request, reply, person);
      return goTo(reply, firstPage(invitation));
    } catch (error) {
      if (error instanceof AlreadyKnown) return goTo(reply, `/invitations/${token}`);
      if (!(error instanceof RequestError) || !error.messages) throw error;
      const [problem] = error.messages.name ?? [];
      if (problem !== undefined) return again({ name: `Your name ${problem}.` }, 422);
      return again({ attempt: Object.values(error.messages).flat().join(". ") }, 422);
    }
  }

  async function acceptKnown(request: FastifyRequest<Path>, reply: FastifyReply, invitation: OpenInvitation) {
    const { token } = request.params;
    const user = await signedIn(database, request);
    const again = (problem: string | undefined, status: number): FastifyReply =>
      sendPage(reply, existingUserPage({ token, invitation }, user, problem), status);
    if (!user) return again(undefined, 403);
    if (!csrfMatches(user.session, new Form(request.body).text(csrfName))) return again(staleForm, 403);
    if (user.email.toLowerCase() !== invitation.email.toLowerCase()) return again(undefined, 403);
    try {
      const accepted = await database.transaction((transaction) => acceptAsPerson(transaction, token, user));
      return accepted ? goTo(reply, firstPage(invitation)) : dead(reply);
    } catch (error) {
      if (!(error instanceof RequestError) || !error.messages) throw error;
      return again(`${Object.values(error.messages).flat().join(". ")}.`, 422);
    }
  }
}

/** Only owners and managers see applications; other roles start in the console. */
const firstPage = ({ role }: OpenInvitation): string =>
  isManaging(role) ? "/applications?joined" : "/console/calendar";

function dead(reply: FastifyReply): FastifyReply {
  return sendPage(
    reply,
    deadLinkPage({
      title: "This invitation is no longer valid",
      sentence: "An invitation works once, for seven days. Ask the person who invited you for a new one.",
      alternative: { path: "/sign_in", label: "Sign in" },
    }),
    404,
  );
}
