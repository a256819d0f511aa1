import type { Database } from "../../../../database/connect/database.ts";
import { queueEach } from "../../../../kernel/write/jobs/queue-each.ts";
import { performPayment } from "./perform-payment.ts";

const maxPaymentsPerAccount = 20;

/**
 * Queues stalled payments in all accounts, each once: steps that were sent but never answered, and captures that are due.
 */
export async function performWaitingPayments(database: Database): Promise<void> {
  const waiting = { text: "select account, payment from waiting_payments($1)", values: [maxPaymentsPerAccount] };
  await queueEach(database, waiting, performPayment, (payment) => ({ payment }));
}
