import type { Static, TSchema } from "typebox";
import { type Job, type JobContext, queueJob } from "./job.ts";

/**
 * Does a job's work until the service is to end. Work that the end breaks off is queued again, and does not count as an attempt.
 * @param work gets a context whose `signal` is also aborted by the end
 * @throws the error of the work, unless the service is to end
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
