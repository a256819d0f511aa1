import type { Caller } from "../../../../kernel/access/caller.ts";
import type { Attempt } from "../attempt.ts";
import { openSecret } from "../endpoint/endpoint-secret.ts";
import { callerOf, type DeliveringContext } from "./delivering-context.ts";
import { type EndpointFacts, type Lease, renewLease } from "./leased-endpoint.ts";
import { noteAttempts } from "./note-attempts.ts";
import { dueMessages, probingMessage, type WaitingMessage } from "./waiting-messages.ts";

/** What is to be sent next. */
export interface Turn {
  readonly url: string;
  /** The present one first. */
  readonly secrets: readonly string[];
  readonly caller: Caller;
  readonly messages: readonly WaitingMessage[];
}

/** What has happened since the last turn. */
export interface Since {
  /** In the order in which they ended. */
  readonly attempts: readonly Attempt[];
  /** Ids of messages that are on their way. */
  readonly underway: readonly number[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Messages that are rendered and sent from one turn to the next. */
const mostMessages = 32;

/** The lease has gone to somebody else: what they do counts. */
export class LeaseLostError extends Error {}

/**
 * Keeps what came of the attempts since the last turn, and takes what is due: one message where the endpoint fails, and none while it is to
 * be left alone.
 * @returns undefined when nothing is to be sent any more
 * @throws LeaseLostError
 */
export function takeTurn(context: DeliveringContext, lease: Lease, since: Since): Promise<Turn | undefined> {
  const { scope, account } = context;
  const { attempts, underway, now } = since;
  return scope.transaction(async (transaction) => {
    const before = await renewLease(transaction, account, lease);
    if (!before) throw new LeaseLostError(`Somebody else delivers to the webhook endpoint ${lease.endpoint}.`);
    const facts = await noteAttempts({ transaction, account: { id: account } }, lease.endpoint, before, attempts);
    const caller = callerOf(account, facts);
    if (!facts.enabled || facts.deleted || !caller) return undefined;
    const turn = { url: facts.url, secrets: secretsOf(context, lease, facts, now), caller };
    const wanted = { account, endpoint: lease.endpoint, now, underway, most: mostMessages };
    if (facts.failing_since === null) return { ...turn, messages: await dueMessages(transaction, wanted) };
    const isHeld = facts.held_until !== null && facts.held_until > now;
    if (isHeld || underway.length > 0) return { ...turn, messages: [] };
    return { ...turn, messages: await probingMessage(transaction, wanted) };
  });
}

/** The secrets that sign: the present one, and the former one for a day. */
function secretsOf({ secrets, account }: DeliveringContext, { endpoint }: Lease, facts: EndpointFacts, now: number) {
  const { sealed_secret: present, sealed_former_secret: former, former_secret_until: until } = facts;
  const signing = [openSecret(secrets, account, endpoint, present)];
  if (former && until !== null && until > now) signing.push(openSecret(secrets, account, endpoint, former));
  return signing;
}
