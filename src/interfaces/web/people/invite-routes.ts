import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../../database/connect/database.ts";
import type { Secrets } from "../../../kernel/access/secrets.ts";
import { RequestError } from "../../../kernel/errors.ts";
import { type Role, roles } from "../../../modules/platform/access/roles.ts";
import { openInvitations, withdrawInvitation } from "../../../modules/platform/people/invitations.ts";
import { inviteUser } from "../../../modules/platform/people/invite-user.ts";
import { type Membership, membershipsOf } from "../../../modules/platform/people/memberships.ts";
import { chargeInvitation } from "../../../modules/platform/people/passwords/reset-throttle.ts";
import { personAddress } from "../../../modules/platform/people/person-address.ts";
import { goTo, sendPage } from "../pages/answer.ts";
import { PageError } from "../pages/error-page.ts";
import { Form } from "../pages/form.ts";
import { invitePage } from "../pages/people/invite-page.ts";
import { type Speech, speechOf } from "../pages/speech.ts";
import type { SignedIn } from "../session.ts";
import { signedInOnly } from "../signed-in-only.ts";

/** The form's input. */
interface InviteInput {
  readonly account: number;
  readonly email: string;
  readonly role: string;
}

/** Owners invite people to their accounts and withdraw invitations. */
export function inviteRoutes(app: FastifyInstance, database: Database, secrets: Secrets): void {
  app.get("/invitations/new", signedInOnly(database, ask));
  app.post("/invitations", signedInOnly(database, invite));
  app.post("/accounts/:account/invitations/:invitation/withdraw", signedInOnly(database, withdraw));

  async function ask(user: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const speech = speechOf(request, user.locale);
    const news = speech.t.find(`pages.people.invite.news.${request.url.split("?")[1]}`);
    return show(user, reply, speech, { input: { account: 0, email: "", role: "manager" }, news });
  }

  async function invite(user: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = new Form(request.body);
    const input = { account: idOf(form.text("account")), email: form.text("email"), role: form.text("role") };
    const speech = speechOf(request, user.locale);
    const { t } = speech;
    const again = (problem: string, status = 422) => show(user, reply, speech, { input, problem }, status);
    const owned = await ownedBy(user, speech);
    if (!owned.some(({ accountId }) => accountId === input.account))
      throw new PageError("forbidden", speech, "onlyOwners");
    const role = roles.find((one) => one === input.role);
    if (!role) return again(t("pages.people.invite.problems.badRole"));
    const wait = await chargeInvitation(database, input.account);
    if (wait !== undefined) {
      void reply.header("retry-after", String(wait));
      return again(t("pages.people.invite.problems.tooManySent"), 429);
    }
    try {
      await send(user, { ...input, role });
    } catch (error) {
      const problem = problemOf(error, input.email);
      if (problem === undefined) throw error;
      return again(t(`pages.people.invite.problems.${problem}`, { email: input.email.trim() }));
    }
    return goTo(reply, "/invitations/new?sent");
  }

  function send(user: SignedIn, input: InviteInput & { readonly role: Role }): Promise<number> {
    const inviter = { id: user.userId, name: user.fullname };
    return database.transaction((transaction) => inviteUser(transaction, secrets, { ...input, inviter }));
  }

  async function withdraw(user: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const params = new Map(Object.entries(request.params ?? {}));
    const [account, invitation] = [idOf(params.get("account")), idOf(params.get("invitation"))];
    const speech = speechOf(request, user.locale);
    const owned = await ownedBy(user, speech);
    const isOwner = owned.some(({ accountId }) => accountId === account);
    const withdrawn =
      isOwner && (await database.transaction((transaction) => withdrawInvitation(transaction, account, invitation)));
    if (!withdrawn) throw new PageError("not_found", speech, "noInvitation");
    return goTo(reply, "/invitations/new?withdrawn");
  }

  /** @throws RequestError 403 when the user owns no account */
  async function ownedBy(user: SignedIn, speech: Speech): Promise<Membership[]> {
    const owned = (await membershipsOf(database, user.userId)).filter(({ role }) => role === "owner");
    if (owned.length === 0) throw new PageError("forbidden", speech, "onlyOwners");
    return owned;
  }

  async function show(
    user: SignedIn,
    reply: FastifyReply,
    speech: Speech,
    view: { readonly input: InviteInput; readonly problem?: string; readonly news?: string | undefined },
    status = 200,
  ): Promise<FastifyReply> {
    const owned = await Promise.all(
      (await ownedBy(user, speech)).map(async (membership) => ({
        membership,
        open: await openInvitations(database, membership.accountId),
      })),
    );
    return sendPage(reply, invitePage({ user, owned, ...view }, speech), status);
  }
}

/** Why an invitation was refused; undefined for another error. */
function problemOf(error: unknown, email: string): "badEmail" | "alreadyMember" | "tooManyOpen" | undefined {
  const messages = error instanceof RequestError ? error.messages : undefined;
  if (messages?.email) return "problem" in personAddress.accept(email.trim()) ? "badEmail" : "alreadyMember";
  return messages?.base ? "tooManyOpen" : undefined;
}

/** 0, which matches no record, for an invalid id. */
function idOf(value: unknown): number {
  const text = String(value);
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}
