import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../../database/connect/database.ts";
import { RequestError } from "../../../kernel/errors.ts";
import { AlreadyKnown, acceptAsNewcomer, acceptAsPerson } from "../../../modules/platform/people/accept-invitation.ts";
import { maxNameLength } from "../../../modules/platform/people/create-user.ts";
import { invitationOf, type OpenInvitation } from "../../../modules/platform/people/invitations.ts";
import { goTo, sendPage } from "../pages/answer.ts";
import { csrfMatches, csrfName } from "../pages/csrf.ts";
import { deadLinkPage } from "../pages/dead-link-page.ts";
import { Form } from "../pages/form.ts";
import { existingUserPage, newcomerPage } from "../pages/people/invitation-page.ts";
import { speechOf } from "../pages/speech.ts";
import { beginSession, signedIn } from "../session.ts";
import { isOwnForm, visitOf } from "../visit.ts";
import { chosenProblem } from "./chosen-password.ts";
import { rememberDevice } from "./remembered-device.ts";

interface Path {
  readonly Params: { readonly token: string };
}

/** The page behind an invitation link: new users choose a password, existing users accept with their account. */
export function invitationRoutes(app: FastifyInstance, database: Database): void {
  app.get<Path>("/invitations/:token", async (request, reply) => {
    const { token } = request.params;
    const invitation = await invitationOf(database, token);
    if (!invitation) return dead(request, reply);
    if (!invitation.isKnown) {
      const invited = { token, invitation, speech: speechOf(request) };
      return sendPage(reply, newcomerPage(invited, visitOf(request, reply), ""));
    }
    const user = await signedIn(database, request);
    const speech = speechOf(request, user?.locale);
    return sendPage(reply, existingUserPage({ token, invitation, speech }, user));
  });

  app.post<Path>("/invitations/:token", async (request, reply) => {
    const invitation = await invitationOf(database, request.params.token);
    if (!invitation) return dead(request, reply);
    return invitation.isKnown ? acceptKnown(request, reply, invitation) : acceptNew(request, reply, invitation);
  });

  async function acceptNew(request: FastifyRequest<Path>, reply: FastifyReply, invitation: OpenInvitation) {
    const form = new Form(request.body);
    const { token } = request.params;
    const name = form.text("name").slice(0, 200);
    const password = form.text("chosen");
    const speech = speechOf(request);
    const { t, language } = speech;
    const again = (problems: Parameters<typeof newcomerPage>[3], status: number): FastifyReply =>
      sendPage(reply, newcomerPage({ token, invitation, speech }, visitOf(request, reply), name, problems), status);
    if (!isOwnForm(request, form)) return again({ attempt: t("pages.people.staleForm") }, 403);
    const { email } = invitation;
    const chosen = chosenProblem(t, { chosen: password, repeated: form.text("repeated"), email });
    if (chosen !== undefined) return again({ chosen }, 422);
    try {
      const person = await database.transaction((transaction) =>
        acceptAsNewcomer(transaction, token, { name, password, language }),
      );
      if (!person) return dead(request, reply);
      if (!(await beginSession(database, request, reply, person))) return goTo(reply, "/sign_in");
      rememberDevice(request, reply, person);
      return goTo(reply, firstPage);
    } catch (error) {
      if (error instanceof AlreadyKnown) return goTo(reply, `/invitations/${token}`);
      const messages = error instanceof RequestError ? error.messages : undefined;
      if (messages?.name) return again({ name: t("pages.people.invitation.enterName", { max: maxNameLength }) }, 422);
      if (messages?.email) return again({ attempt: t("pages.people.invitation.alreadyMember") }, 422);
      throw error;
    }
  }

  async function acceptKnown(request: FastifyRequest<Path>, reply: FastifyReply, invitation: OpenInvitation) {
    const { token } = request.params;
    const user = await signedIn(database, request);
    const speech = speechOf(request, user?.locale);
    const { t } = speech;
    const again = (problem: string | undefined, status: number): FastifyReply =>
      sendPage(reply, existingUserPage({ token, invitation, speech }, user, problem), status);
    if (!user) return again(undefined, 403);
    if (!csrfMatches(user.session, new Form(request.body).text(csrfName)))
      return again(t("pages.people.staleForm"), 403);
    if (user.email.toLowerCase() !== invitation.email.toLowerCase()) return again(undefined, 403);
    try {
      const accepted = await database.transaction((transaction) => acceptAsPerson(transaction, token, user));
      return accepted ? goTo(reply, firstPage) : dead(request, reply);
    } catch (error) {
      const isMember = error instanceof RequestError && error.messages?.email !== undefined;
      if (!isMember) throw error;
      return again(t("pages.people.invitation.alreadyMember"), 422);
    }
  }
}

/** The console, which says that the invitation is accepted. */
const firstPage = "/console/calendar?notice=joined";

function dead(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const speech = speechOf(request);
  const { t } = speech;
  const page = deadLinkPage({
    title: t("pages.people.invitation.deadTitle"),
    sentence: t("pages.people.invitation.dead"),
    alternative: { path: "/sign_in", label: t("pages.people.signIn.title") },
    speech,
  });
  return sendPage(reply, page, 404);
}
