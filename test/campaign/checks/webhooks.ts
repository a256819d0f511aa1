import type { Market } from "../market.ts";
import type { Arrived } from "../receiver.ts";
import type { Check, Evidence } from "./check.ts";

interface Message {
  readonly change: number;
  readonly type: string;
  readonly record: string;
  readonly webhook: string | null;
}

/** Checks that every subscribed change was delivered at least once, and in order per record. */
export const checkWebhooks: Check = async (evidence) => {
  const violations: string[] = [];
  let count = 0;
  for (const market of evidence.markets) {
    const messages = await messagesOf(evidence, market);
    count += messages.length;
    violations.push(...market.receiver.refused.map((why) => `A webhook could not be verified: ${why}`));
    violations.push(...faultsOf(messages, market.receiver.log));
  }
  return { subject: "events delivered", count, violations };
};

/** The messages that an endpoint should have received since the start. */
async function messagesOf({ sql, begun }: Evidence, { account, endpoint }: Market): Promise<Message[]> {
  return sql.run<Message & Record<string, unknown>>(
    `select changes.id::int as change, changes.type, changes.resource || ' ' || changes.record_id as record, webhook_id as webhook
     from changes join webhook_endpoints endpoints on endpoints.account_id = changes.account_id and endpoints.id = $2
     left join webhook_messages messages on messages.account_id = changes.account_id and messages.change_id = changes.id
       and messages.endpoint_id = endpoints.id
     where changes.account_id = $1 and changes.id > $3 and changes.type = any (endpoints.event_types) order by changes.id`,
    [account, endpoint, begun],
  );
}

function faultsOf(messages: readonly Message[], log: readonly Arrived[]): string[] {
  const violations: string[] = [];
  const arrivals = new Map<string, { readonly first: number; taken: number }>();
  for (const [index, { webhookId, taken }] of log.entries()) {
    const arrival = arrivals.get(webhookId) ?? { first: index, taken: Number.POSITIVE_INFINITY };
    if (taken) arrival.taken = Math.min(arrival.taken, index);
    arrivals.set(webhookId, arrival);
  }
  const takenOf = new Map<string, number>();
  for (const { change, type, record, webhook } of messages) {
    const arrival = arrivals.get(webhook ?? "");
    if (!arrival || arrival.taken === Number.POSITIVE_INFINITY)
      violations.push(`${type} of ${record} (change ${change}) was never delivered.`);
    if (!arrival) continue;
    if (arrival.first < (takenOf.get(record) ?? -1))
      violations.push(`${type} of ${record} (change ${change}) arrived before its predecessor was accepted.`);
    takenOf.set(record, arrival.taken);
  }
  return violations;
}
