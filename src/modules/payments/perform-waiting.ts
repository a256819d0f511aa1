import type { Database } from "../../database/database.ts";
import { type PerformingContext, performSteps } from "./perform-payment.ts";

/** Payments that one round looks at. */
const most = 100;

/**
 * Performs what nobody is performing any more, in all accounts: steps that were sent and never answered, and captures whose day has come.
 * One that fails does not keep the others waiting.
 * @param report told of each payment that failed; it is tried again later
 * @returns how many payments there were
 */
export async function performWaitingPayments(
  database: Database,
  surroundings: Pick<PerformingContext, "secrets" | "endpoints" | "now" | "signal">,
  report: (payment: number, error: unknown) => void,
): Promise<number> {
  const rows = await database.read({ text: "select account, payment from waiting_payments($1)" }, [most]);
  for (const row of rows) {
    if (surroundings.signal.aborted) break;
    const [account, payment] = row.map(Number);
    if (account === undefined || payment === undefined) continue;
    const context = { ...surroundings, scope: database.within([account]), account };
    await performSteps(context, payment).catch((error: unknown) => report(payment, error));
  }
  return rows.length;
}
