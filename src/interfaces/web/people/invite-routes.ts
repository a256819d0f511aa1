import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../../database/connect/database.ts";
import type { Secrets } from "../../../kernel/access/secrets.ts";
import { type ErrorsByAttribute, forbidden, notFound, RequestError } from "../../../kernel/errors.ts";
import { type Role, roles } from "../../../modules/platform/access/roles.ts";
import { openInvitations, withdrawInvitation } from "../../../modules/platform/people/invitations.ts";
import { inviteUser } from "../../../modules/platform/people/invite-user.ts";
import { type Membership, membershipsOf } from "../../../modules/platform/people/memberships.ts";
import { chargeInvitation } from "../../../modules/platform/people/passwords/reset-throttle.ts";
import { goTo, sendPage } from "../pages/answer.ts";
import { Form } from "../pages/form.ts";
import { invitePage } from "../pages/people/invite-page.ts";
import type { SignedIn } from "../session.ts";
import { signedInOnly } from "../signed-in-only.ts";

/** The form's input. */
interface Wanted {
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
    const news = newsOf[request.url.split("?")[1] ?? ""];
    return show(user, reply, { wanted: { account: 0, email: "", role: "manager" }, news });
  }

  async function invite(user: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = new Form(request.body);
    const wanted = { account: idOf(form.text("account")), email: form.text("email"), role: form.text("role") };
    const owned = await ownedBy(user);
    if (!owned.some(({ accountId }) => accountId === wanted.account))
      throw forbidden("Only an owner of the account can invite people.");
    const role = roles.find((one) => one === wanted.role);
    if (!role) return show(user, reply, { wanted, messages: { role: [`must be one of: ${roles.join(", ")}`] } }, 422);
    const wait = await chargeInvitation(database, wanted.account);
    if (wait !== undefined) {
      void reply.header("retry-after", String(wait));
      return show(user, reply, { wanted, messages: { base: ["has sent too many invitations. Try again later"] } }, 429);
    }
    try {
      await send(user, { ...wanted, role });
    } catch (error) {
      if (!(error instanceof RequestError) || !error.messages) throw error;
      return show(user, reply, { wanted, messages: error.messages }, 422);
    }
    return goTo(reply, "/invitations/new?sent");
  }

  function send(user: SignedIn, wanted: Wanted & { readonly role: Role }): Promise<number> {
    const inviter = { id: user.userId, name: user.fullname };
    return database.transaction((transaction) => inviteUser(transaction, secrets, { ...wanted, inviter }));
  }

  async function withdraw(user: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const params = new Map(Object.entries(request.params ?? {}));
    const [account, invitation] = [idOf(params.get("account")), idOf(params.get("invitation"))];
    const owned = await ownedBy(user);
    const isOwner = owned.some(({ accountId }) => accountId === account);
    const withdrawn =
      isOwner && (await database.transaction((transaction) => withdrawInvitation(transaction, account, invitation)));
    if (!withdrawn) throw notFound("Invitation not found. It may have been accepted already.");
    return goTo(reply, "/invitations/new?withdrawn");
  }

  /** @throws RequestError 403 when the user owns no account */
  async function ownedBy(user: SignedIn): Promise<Membership[]> {
    const owned = (await membershipsOf(database, user.userId)).filter(({ role }) => role === "owner");
    if (owned.length === 0) throw forbidden("Only an owner of the account can invite people.");
    return owned;
  }

  async function show(
    user: SignedIn,
    reply: FastifyReply,
    view: { readonly wanted: Wanted; readonly messages?: ErrorsByAttribute; readonly news?: string | undefined },
    status = 200,
  ): Promise<FastifyReply> {
    const owned = await Promise.all(
      (await ownedBy(user)).map(async (membership) => ({
        membership,
        open: await openInvitations(database, membership.accountId),
      })),
    );
    return sendPage(reply, invitePage({ user, owned, ...view }), status);
  }
}

/** The notice shown after a redirect, by its query. */
const newsOf: Readonly<Record<string, string | undefined>> = {
  sent: "Invitation sent.",
  withdrawn: "Invitation withdrawn. Its link no longer works.",
};

/** 0, which matches no record, for an invalid id. */
function idOf(value: unknown): number {
  const text = String(value);
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}
