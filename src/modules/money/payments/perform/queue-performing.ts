import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { queueJob } from "../../../../kernel/write/jobs/job.ts";
import { performPayment } from "./perform-payment.ts";

/** Queues a payment's job. One waiting job covers all its steps; a running one is followed by another. */
export async function queuePerforming(context: AccountTransaction, payment: number): Promise<void> {
  await queueJob(context, performPayment, { payment }, { key: String(payment) });
}
