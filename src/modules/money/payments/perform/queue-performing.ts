import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { queueJob } from "../../../../kernel/write/jobs/job.ts";
import { performPayment } from "./perform-payment.ts";

/** Queues what a payment waits for: one job that waits stands for all of its steps, and one that runs is followed by another. */
export async function queuePerforming(context: AccountTransaction, payment: number): Promise<void> {
  await queueJob(context, performPayment, { payment }, { key: String(payment) });
}
