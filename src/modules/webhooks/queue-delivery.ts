import Type from "typebox";
import type { AccountTransaction } from "../../kernel/write/context.ts";
import { defineJob, queueJob } from "../../kernel/write/job.ts";
import { deliverWaiting } from "./deliver-waiting.ts";

/** Endpoints that a process delivers to at a time: those that answer slowly, or not at all, leave room for others. */
const endpointsAtOnce = 32;

/** Delivers what waits for a webhook endpoint. */
export const deliverWebhooks = defineJob("deliver webhooks", {
  payload: Type.Object({ endpoint: Type.Integer() }),
  atOnce: endpointsAtOnce,
  run: (context, { endpoint }) => deliverWaiting({ ...context, queue: queueDelivery }, endpoint),
});

/** Queues the delivery to an endpoint: there is one at a time. @param runAt epoch milliseconds; at once unless told */
export async function queueDelivery(context: AccountTransaction, endpoint: number, runAt?: number): Promise<void> {
  const due = runAt === undefined ? {} : { runAt };
  await queueJob(context, deliverWebhooks, { endpoint }, { key: String(endpoint), ...due });
}
