import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../../kernel/access/caller.ts";
import { assertOwnPage } from "../../web/own-pages.ts";
import type { RestDependencies } from "../dependencies.ts";
import { operationUnderway } from "../operation-underway.ts";

/**
 * Authenticates and counts a request. A bulk request's first operation was counted with the bulk request, and retried operations were
 * counted the first time.
 * @throws RequestError 401 without a valid token or session, 403 for a session's change from a foreign page, 429 over the limit
 */
export async function admit(
  { authenticator, baseUrl }: RestDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const operation = request.bulkOperation;
  const before = operation?.admission;
  if (before) void reply.headers({ ...before.headers, "x-request-id": request.id });
  const caller = before?.caller ?? (await authenticator.authenticate(request, reply));
  if (caller.user !== undefined) assertOwnPage(request, baseUrl);
  if (operation) operation.admission = { caller, headers: { ...reply.getHeaders() } };
  request.caller = caller;
  return caller;
}

/** Counts a request that needs no token. @throws RequestError 429 over the limit */
export async function countAnyone(
  { authenticator }: Pick<RestDependencies, "authenticator">,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const before = operationUnderway()?.admission;
  if (before) void reply.headers({ ...before.headers, "x-request-id": request.id });
  else await authenticator.identify(request, reply);
}
