import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../../database/connect/database.ts";
import type { Secrets } from "../../../kernel/access/secrets.ts";
import { notFound, RequestError } from "../../../kernel/errors.ts";
import { idsValue } from "../../../kernel/values/structure.ts";
import { openInvitations, withdrawInvitation } from "../../../modules/platform/people/invitations.ts";
import { inviteUser } from "../../../modules/platform/people/invite-user.ts";
import { chargeInvitation } from "../../../modules/platform/people/passwords/reset-throttle.ts";
import { personAddress } from "../../../modules/platform/people/person-address.ts";
import { idInPath } from "../id-in-path.ts";
import type { SignedIn } from "../session.ts";
import { BodyFields } from "./body-fields.ts";
import { type ConsoleHandler, causeOf, consoleHandler, ownedAccount } from "./console-person.ts";
import { roleValue } from "./people-routes.ts";

/** Owners list pending invitations, invite people by mail, and withdraw invitations. */
export function invitationsRoutes(app: FastifyInstance, database: Database, secrets: Secrets, baseUrl: string): void {
  const path = "/console/accounts/:account/invitations";
  const serve = (handler: ConsoleHandler) => consoleHandler(database, baseUrl, handler);
  app.get(path, serve(list));
  app.post(path, serve(invite));
  app.delete(`${path}/:invitation`, serve(withdraw));

  async function list(owner: SignedIn, request: FastifyRequest): Promise<unknown> {
    return { invitations: await openIn(await ownedAccount(database, owner, request)) };
  }

  async function invite(owner: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const account = await ownedAccount(database, owner, request);
    const fields = new BodyFields(request.body, ["email", "role", "rentals"]);
    const rentals = fields.optional("rentals", idsValue());
    const [email, role] = [fields.required("email", personAddress), fields.required("role", roleValue)];
    const wait = await chargeInvitation(database, account);
    if (wait !== undefined) {
      void reply.header("retry-after", String(wait));
      throw new RequestError("rate_limit_exceeded", "Too many invitations. Try again later.");
    }
    const inviter = { id: owner.userId, name: owner.fullname };
    const id = await database
      .within([account], causeOf(owner, request))
      .transaction((transaction) => inviteUser(transaction, secrets, { account, email, role, rentals, inviter }));
    void reply.code(201);
    return { invitation: (await openIn(account)).find((invitation) => invitation.id === id) };
  }

  async function withdraw(owner: SignedIn, request: FastifyRequest): Promise<undefined> {
    const account = await ownedAccount(database, owner, request);
    const invitation = idInPath(request, "invitation");
    const withdrawn = await database
      .within([account], causeOf(owner, request))
      .transaction((transaction) => withdrawInvitation(transaction, account, invitation));
    if (!withdrawn) throw notFound("Invitation not found. It may have been accepted already.");
    return undefined;
  }

  async function openIn(account: number) {
    const open = await openInvitations(database, account);
    return open.map(({ id, email, role, rentals, expiresAt }) => ({
      ...{ id, email, role, rentals },
      expires_at: new Date(expiresAt).toISOString(),
    }));
  }
}
