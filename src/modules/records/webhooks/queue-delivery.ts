import Type from "typebox";
import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { defineJob, queueJob } from "../../../kernel/write/jobs/job.ts";
import { deliverWaiting } from "./deliver/deliver-waiting.ts";

/** Delivers an endpoint's waiting messages. */
export const deliverWebhooks = defineJob("deliver webhooks", {
  lane: "webhooks",
  payload: Type.Object({ endpoint: Type.Integer() }),
  run: (context, { endpoint }) => deliverWaiting({ ...context, queue: queueDelivery }, endpoint),
});

/** Queues an endpoint's delivery; each endpoint has one at a time. @param runAt epoch milliseconds; now by default */
export async function queueDelivery(context: AccountTransaction, endpoint: number, runAt?: number): Promise<void> {
  const due = runAt === undefined ? {} : { runAt };
  await queueJob(context, deliverWebhooks, { endpoint }, { key: String(endpoint), ...due });
}
