import type { Database } from "../../../../database/connect/database.ts";
import { queueEach } from "../../../../kernel/write/jobs/queue-each.ts";
import { performPayment } from "./perform-payment.ts";

/** Payments of an account that one round queues. */
const mostOfEach = 20;

/**
 * Queues what nobody is performing any more, in all accounts and each payment once: steps that were sent and never answered, and captures
 * whose day has come.
 */
export async function performWaitingPayments(database: Database): Promise<void> {
  const waiting = { text: "select account, payment from waiting_payments($1)", values: [mostOfEach] };
  await queueEach(database, waiting, performPayment, (payment) => ({ payment }));
}
