import { formatDay, instantOnDay, millisecondsPerDay } from "../../../core/day.ts";
import { percentageOf } from "../../../core/rounding.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { importPayouts } from "../../../modules/money/payouts/import-payouts.ts";
import { readPayoutsFile } from "../../../modules/money/payouts/payouts-file.ts";
import type { SeededPayment } from "./seed-payments.ts";

/** Days between two payouts, and their number. */
const [intervalDays, count] = [14, 4] as const;

/** The gateway's fee for a payment: basis points plus minor units. */
const gatewayFee = { share: 1_40, fixed: 25 } as const;

/**
 * Imports the gateway's payouts of recent weeks, in the format of an operator's import file (docs/concepts/payouts.md). Every two weeks there is one per
 * currency, with the payments since the last one, less fees.
 * @param today epoch day
 */
export async function seedPayouts(
  transaction: Transaction,
  account: number,
  {
    payments,
    gateway,
    today,
  }: { readonly payments: readonly SeededPayment[]; readonly gateway: number; readonly today: number },
): Promise<void> {
  const payouts = Array.from({ length: count }, (_, index) => today - 3 - index * intervalDays)
    .toReversed()
    .flatMap((day) => payoutsOn(day, gateway, payments));
  if (payouts.length === 0) throw new Error("The demo's gateway has nothing to pay out.");
  await importPayouts(transaction, account, readPayoutsFile(JSON.stringify({ payouts })));
  // Backdate payouts to the time they were paid.
  await transaction.run("update payouts set created_at = paid_at, updated_at = paid_at where account_id = $1", [
    account,
  ]);
  await transaction.run(
    `update payout_lines set created_at = payouts.paid_at from payouts
     where payout_lines.account_id = $1 and payouts.account_id = $1 and payouts.id = payout_lines.payout_id`,
    [account],
  );
}

function payoutsOn(day: number, gateway: number, payments: readonly SeededPayment[]): object[] {
  const at = instantOnDay(day, 5);
  const since = at - intervalDays * millisecondsPerDay;
  const own = payments.filter(({ planned }) => planned.by === "service" && planned.at >= since && planned.at < at);
  return [...Map.groupBy(own, ({ currency }) => currency)].map(([currency, paid]) => {
    const lines = paid.map(({ id, booking, amount, currency }) => {
      const fee = percentageOf(amount, gatewayFee.share, currency) + gatewayFee.fixed;
      return {
        ...{ kind: "payment", payment_id: id, booking_id: booking },
        ...{ gross_in_cents: amount, fee_in_cents: fee, net_in_cents: amount - fee },
      };
    });
    return {
      payment_gateway_id: gateway,
      reference: `PO-${formatDay(day)}-${currency}`,
      amount_in_cents: lines.reduce((sum, line) => sum + line.net_in_cents, 0),
      currency,
      paid_at: new Date(at).toISOString(),
      lines,
    };
  });
}
