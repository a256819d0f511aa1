import type { FastifyReply } from "fastify";
import { ReplicaUnusableError } from "../../database/replica-scope.ts";
import { setSeenUntilAtMost } from "../http/standard-headers.ts";
import type { ApiCall } from "./api-call.ts";

/**
 * Answers a read from a replica that has all that the caller has written, and from the primary where there is none, or where it cannot
 * (docs/decisions/0068). An operation of a bulk request may read what the one before it wrote: the primary answers it.
 */
export async function answerAnywhere(
  call: ApiCall,
  answer: (call: ApiCall) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { dependencies, caller, request, reply } = call;
  const { database } = dependencies;
  const found = request.bulkOperation
    ? undefined
    : caller.uncounted
      ? await database.withoutPrimary(caller.accounts)
      : database.onReplica(caller.accounts, caller.moment);
  if (!found) return answer(call);
  setSeenUntilAtMost(reply, found.freshUntil);
  try {
    return await answer({ ...call, replica: found.scope });
  } catch (error) {
    if (!(error instanceof ReplicaUnusableError) || reply.sent) throw error;
    request.log.debug({ err: error }, "a replica could not answer");
    return answer(call);
  }
}
