import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Database } from "../../../database/connect/database.ts";
import { notFound } from "../../../kernel/errors.ts";
import { idsValue } from "../../../kernel/values/structure.ts";
import { oneOfValue } from "../../../kernel/values/text.ts";
import { roles } from "../../../modules/platform/access/roles.ts";
import { assignRentals } from "../../../modules/platform/people/assigned-rentals.ts";
import { changeRole, removeMember } from "../../../modules/platform/people/change-role.ts";
import { listUsers } from "../../../modules/platform/people/list-users.ts";
import { idInPath } from "../id-in-path.ts";
import type { SignedIn } from "../session.ts";
import { BodyFields } from "./body-fields.ts";
import { type ConsoleHandler, causeOf, consoleHandler, ownedAccount } from "./console-person.ts";

export const roleValue = oneOfValue(roles, "one of the roles");

/** Owners list an account's members, change their role and rentals, and remove them. */
export function peopleRoutes(app: FastifyInstance, database: Database, baseUrl: string): void {
  const path = "/console/accounts/:account/people";
  const serve = (handler: ConsoleHandler) => consoleHandler(database, baseUrl, handler);
  app.get(path, serve(list));
  app.put(`${path}/:user`, serve(change));
  app.delete(`${path}/:user`, serve(remove));

  async function list(owner: SignedIn, request: FastifyRequest): Promise<unknown> {
    const account = await ownedAccount(database, owner, request);
    return { people: await peopleOf(account) };
  }

  async function change(owner: SignedIn, request: FastifyRequest): Promise<unknown> {
    const account = await ownedAccount(database, owner, request);
    const user = await memberIn(account, request);
    const fields = new BodyFields(request.body, ["role", "rentals"]);
    const role = fields.optional("role", roleValue);
    const rentals = fields.optional("rentals", idsValue());
    fields.errors.throwIfAny();
    await database.within([account], causeOf(owner, request)).transaction(async (transaction) => {
      if (role !== undefined) await changeRole(transaction, { account, user }, role);
      if (rentals !== undefined) await assignRentals(transaction, { account, user }, rentals);
    });
    return { person: (await peopleOf(account, user))[0] };
  }

  async function remove(owner: SignedIn, request: FastifyRequest): Promise<undefined> {
    const account = await ownedAccount(database, owner, request);
    const user = await memberIn(account, request);
    await database
      .within([account], causeOf(owner, request))
      .transaction((transaction) => removeMember(transaction, { account, user }));
    return undefined;
  }

  /** @throws RequestError 404 for non-members */
  async function memberIn(account: number, request: FastifyRequest): Promise<number> {
    const user = idInPath(request, "user");
    if ((await peopleOf(account, user)).length === 0) throw notFound("Member not found in this account.");
    return user;
  }

  /** Members with their role in this account only: owners may not see other memberships. */
  async function peopleOf(account: number, user?: number) {
    const users = await database
      .within([account])
      .transaction((transaction) => listUsers(transaction, { account, user }), "read");
    return users.flatMap(({ id, name, email, disabledAt, lastSeenAt, accounts }) =>
      accounts
        .filter((membership) => membership.account === account)
        .map(({ role, rentals }) => ({
          ...{ id, name, email, role, rentals },
          disabled: disabledAt !== null,
          last_seen_at: lastSeenAt === null ? null : new Date(lastSeenAt).toISOString(),
        })),
    );
  }
}
