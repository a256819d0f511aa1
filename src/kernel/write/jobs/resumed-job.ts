import type { Static, TSchema } from "typebox";
import { type Job, type JobContext, queueJob } from "./job.ts";

/**
 * Runs a job's work until the service stops. Interrupted work is queued again and does not count as an attempt.
 * @param work receives a context whose `signal` also aborts when the service stops
 * @throws the error of the work, unless the service is stopping
 */
export async function resumeAfterRestart<Payload extends TSchema>(
  context: JobContext,
  job: Job<Payload>,
  payload: Static<Payload>,
  work: (context: JobContext) => Promise<void>,
): Promise<void> {
  const { scope, account, ending } = context;
  const signal = ending ? AbortSignal.any([context.signal, ending]) : context.signal;
  try {
    await work({ ...context, signal });
  } catch (error) {
    if (!ending?.aborted) throw error;
    await scope.transaction((transaction) => queueJob({ transaction, account: { id: account } }, job, payload));
  }
}
