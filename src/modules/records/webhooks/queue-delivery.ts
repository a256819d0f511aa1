import Type from "typebox";
import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { defineJob, queueJob } from "../../../kernel/write/jobs/job.ts";
import { deliverWaiting } from "./deliver/deliver-waiting.ts";

/** Delivers what waits for a webhook endpoint. */
export const deliverWebhooks = defineJob("deliver webhooks", {
  lane: "webhooks",
  payload: Type.Object({ endpoint: Type.Integer() }),
  run: (context, { endpoint }) => deliverWaiting({ ...context, queue: queueDelivery }, endpoint),
});

/** Queues the delivery to an endpoint: there is one at a time. @param runAt epoch milliseconds; at once unless told */
export async function queueDelivery(context: AccountTransaction, endpoint: number, runAt?: number): Promise<void> {
  const due = runAt === undefined ? {} : { runAt };
  await queueJob(context, deliverWebhooks, { endpoint }, { key: String(endpoint), ...due });
}
