import type { Caller } from "../../../../kernel/access/caller.ts";
import type { Attempt } from "../attempt.ts";
import { openSecret } from "../endpoint/endpoint-secret.ts";
import { callerOf, type DeliveringContext } from "./delivering-context.ts";
import { type EndpointFacts, type Lease, renewLease } from "./leased-endpoint.ts";
import { recordAttempts } from "./record-attempts.ts";
import { dueMessages, probingMessage, type WaitingMessage } from "./waiting-messages.ts";

/** The next messages to send to an endpoint. */
export interface DeliveryBatch {
  readonly url: string;
  /** The current secret first. */
  readonly secrets: readonly string[];
  readonly caller: Caller;
  readonly messages: readonly WaitingMessage[];
}

/** The progress since the last batch. */
export interface Progress {
  /** In the order in which they ended. */
  readonly attempts: readonly Attempt[];
  /** Ids of messages in flight. */
  readonly inFlight: readonly number[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Maximum messages per batch. */
const maxBatchMessages = 32;

/** Another process holds the lease now; its attempts count. */
export class LeaseLostError extends Error {}

/**
 * Records the attempts since the last batch and selects the due messages: one if the endpoint fails, none during its backoff.
 * @returns undefined when the endpoint must no longer receive messages
 * @throws LeaseLostError
 */
export function takeBatch(
  context: DeliveringContext,
  lease: Lease,
  progress: Progress,
): Promise<DeliveryBatch | undefined> {
  const { scope, account } = context;
  const { attempts, inFlight, now } = progress;
  return scope.transaction(async (transaction) => {
    const before = await renewLease(transaction, account, lease);
    if (!before) throw new LeaseLostError(`Lost the lease of webhook endpoint ${lease.endpoint}.`);
    const facts = await recordAttempts({ transaction, account: { id: account } }, lease.endpoint, before, attempts);
    const caller = callerOf(account, facts);
    if (!facts.enabled || facts.deleted || !caller) return undefined;
    const batch = { url: facts.url, secrets: secretsOf(context, lease, facts, now), caller };
    const query = { account, endpoint: lease.endpoint, now, inFlight, limit: maxBatchMessages };
    if (facts.failing_since === null) return { ...batch, messages: await dueMessages(transaction, query) };
    const isHeld = facts.held_until !== null && facts.held_until > now;
    if (isHeld || inFlight.length > 0) return { ...batch, messages: [] };
    return { ...batch, messages: await probingMessage(transaction, query) };
  });
}

/** The signing secrets: the current one, and the previous one for a day. */
function secretsOf({ secrets, account }: DeliveringContext, { endpoint }: Lease, facts: EndpointFacts, now: number) {
  const { sealed_secret: current, sealed_former_secret: former, former_secret_until: until } = facts;
  const signing = [openSecret(secrets, account, endpoint, current)];
  if (former && until !== null && until > now) signing.push(openSecret(secrets, account, endpoint, former));
  return signing;
}
