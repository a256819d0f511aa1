import type { FastifyReply, FastifyRequest } from "fastify";
import type { Cause } from "../../../database/sql/cause.ts";
import { forbidden, notFound, RequestError } from "../../../kernel/errors.ts";
import type { Reader } from "../../../kernel/read/visible/read-scope.ts";
import { membershipsOf } from "../../../modules/platform/people/memberships.ts";
import { idInPath } from "../own-installation.ts";
import { assertOwnPage } from "../own-pages.ts";
import { type SignedIn, signedIn } from "../session.ts";

/** Answers a request of somebody who is signed in: a value is JSON, undefined is 204. */
export type ConsoleHandler = (person: SignedIn, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Lets people who are signed in through, and changes from our own pages alone. Errors are 401 and 403 in the API's shape. */
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
 * The account of the path (`:account`), which the person owns.
 * @throws RequestError 404 where they do not work for it, 403 where they do not own it
 */
export async function ownedAccount(database: Reader, person: SignedIn, request: FastifyRequest): Promise<number> {
  const account = idInPath(request, "account");
  const membership = (await membershipsOf(database, person.userId)).find(({ accountId }) => accountId === account);
  if (!membership) throw notFound("You work for no such account.");
  if (membership.role !== "owner")
    throw forbidden("Only owners of an account look after its people, its keys and its jobs.");
  return account;
}

/** On whose behalf the console writes. */
export const causeOf = ({ userId }: SignedIn, { id }: FastifyRequest): Cause => ({
  actor: `User:${userId}`,
  requestId: id,
});
