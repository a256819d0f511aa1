import type { Attempt } from "../attempt.ts";
import { callerOf, type DeliveringContext } from "./delivering-context.ts";
import { endLease, type Lease, renewLease } from "./leased-endpoint.ts";
import { noteAttempts } from "./note-attempts.ts";
import { giveUpWaiting, nextDue } from "./waiting-messages.ts";

/**
 * Keeps what came of the last attempts, gives the endpoint back, and queues what is left for when it is due. Whoever queues a message at the
 * same time waits for the lease's row: either the message is seen here, or its delivery is queued there.
 * @param now epoch milliseconds
 */
export async function leaveEndpoint(
  context: DeliveringContext,
  lease: Lease,
  attempts: readonly Attempt[],
  now: number,
): Promise<void> {
  const { scope, account } = context;
  const { endpoint } = lease;
  await scope.transaction(async (transaction) => {
    const of = { transaction, account: { id: account } };
    const before = await renewLease(transaction, account, lease);
    if (!before) return;
    const facts = await noteAttempts(of, endpoint, before, attempts);
    await endLease(transaction, account, lease);
    if (facts.deleted || !callerOf(account, facts)) return giveUpWaiting(transaction, account, endpoint);
    if (!facts.enabled) return;
    const due = await nextDue(transaction, account, endpoint);
    if (due !== undefined) await context.queue(of, endpoint, Math.max(due, facts.held_until ?? 0, now));
  });
}
