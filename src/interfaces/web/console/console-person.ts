import type { FastifyReply, FastifyRequest } from "fastify";
import type { Cause } from "../../../database/sql/cause.ts";
import { forbidden, notFound, RequestError } from "../../../kernel/errors.ts";
import type { Reader } from "../../../kernel/read/visible/read-scope.ts";
import { membershipsOf } from "../../../modules/platform/people/memberships.ts";
import { idInPath } from "../id-in-path.ts";
import { assertOwnPage } from "../own-pages.ts";
import { type SignedIn, signedIn } from "../session.ts";

/** Handles a signed-in user's request. A returned value becomes JSON, undefined a 204. */
export type ConsoleHandler = (person: SignedIn, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Requires a signed-in user, and our own page for changes. Errors are 401 and 403 in the API's form. */
export function consoleHandler(database: Reader, baseUrl: string, handler: ConsoleHandler) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    void reply.header("cache-control", "no-store");
    const person = await signedIn(database, request);
    if (!person) throw new RequestError("unauthorized", "You are not signed in.");
    assertOwnPage(request, baseUrl);
    const answer = await handler(person, request, reply);
    return answer === undefined ? reply.code(204).send() : reply.send(answer);
  };
}

/**
 * The account in the path (`:account`), which the user must own.
 * @throws RequestError 404 for non-members, 403 for other roles
 */
export async function ownedAccount(database: Reader, person: SignedIn, request: FastifyRequest): Promise<number> {
  const account = idInPath(request, "account");
  const membership = (await membershipsOf(database, person.userId)).find(({ accountId }) => accountId === account);
  if (!membership) throw notFound("Account not found.");
  if (membership.role !== "owner")
    throw forbidden("Only an owner of the account can manage its people, tokens and jobs.");
  return account;
}

/** The author of a console's change. */
export const causeOf = ({ userId }: SignedIn, { id }: FastifyRequest): Cause => ({
  actor: `User:${userId}`,
  requestId: id,
});
