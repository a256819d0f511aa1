import type { Attempt } from "../attempt.ts";
import { callerOf, type DeliveringContext } from "./delivering-context.ts";
import { type Lease, releaseLease, renewLease } from "./leased-endpoint.ts";
import { recordAttempts } from "./record-attempts.ts";
import { giveUpWaiting, nextDue } from "./waiting-messages.ts";

/**
 * Records the last attempts, releases the endpoint, and queues remaining messages for when they are due.
 * A concurrent writer waits for the lease's row: its message is seen here, or it queues a delivery itself.
 * @param now epoch milliseconds
 */
export async function releaseEndpoint(
  context: DeliveringContext,
  lease: Lease,
  attempts: readonly Attempt[],
  now: number,
): Promise<void> {
  const { scope, account } = context;
  const { endpoint } = lease;
  await scope.transaction(async (transaction) => {
    const own = { transaction, account: { id: account } };
    const before = await renewLease(transaction, account, lease);
    if (!before) return;
    const facts = await recordAttempts(own, endpoint, before, attempts);
    await releaseLease(transaction, account, lease);
    if (facts.deleted || !callerOf(account, facts)) return giveUpWaiting(transaction, account, endpoint);
    if (!facts.enabled) return;
    const due = await nextDue(transaction, account, endpoint);
    if (due !== undefined) await context.queue(own, endpoint, Math.max(due, facts.held_until ?? 0, now));
  });
}
