import type { Database } from "../../database/database.ts";
import { type PerformingContext, performSteps } from "./perform-payment.ts";

/** Payments that one round looks at. */
const most = 100;
/** Gateways that are asked at a time: one that does not answer keeps few others waiting. */
const atOnce = 4;

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
  const waiting = rows.map((row) => row.map(Number));
  const perform = async ([account, payment]: readonly number[]): Promise<void> => {
    if (account === undefined || payment === undefined || surroundings.signal.aborted) return;
    const context = {
      ...surroundings,
      scope: database.within([account], { actor: "Job:payments that wait" }),
      account,
    };
    await performSteps(context, payment).catch((error: unknown) => report(payment, error));
  };
  for (let from = 0; from < waiting.length; from += atOnce)
    await Promise.all(waiting.slice(from, from + atOnce).map(perform));
  return rows.length;
}
