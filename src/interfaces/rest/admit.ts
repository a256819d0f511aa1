import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../kernel/caller.ts";
import type { RestDependencies } from "./dependencies.ts";

/**
 * Lets a request in: finds out who calls, and counts it. An operation of an atomic bulk request that is tried again was counted already.
 * @throws RequestError 401 without a valid token, 429 over the limit
 */
export async function admit(
  { authenticator }: RestDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const operation = request.bulkOperation;
  const before = operation?.admission;
  if (before) void reply.headers({ ...before.headers, "x-request-id": request.id });
  const caller = before?.caller ?? (await authenticator.authenticate(request, reply));
  if (operation) operation.admission = { caller, headers: { ...reply.getHeaders() } };
  request.caller = caller;
  return caller;
}
