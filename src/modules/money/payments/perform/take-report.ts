import type { AccountScope } from "../../../../database/sql/account-scope.ts";
import type { Secrets } from "../../../../kernel/access/secrets.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import type { GatewayEvent } from "../../gateways/gateway.ts";
import { applyDispute } from "./apply-dispute.ts";
import { depositLost, type SettlingContext, saveCard } from "./deposit-outcome.ts";
import { isStepName, type StepName, stepAmount } from "./payment-steps.ts";
import { queuePerforming } from "./queue-performing.ts";
import { recordRefunds, rejectRefund } from "./reported-refunds.ts";
import { settleStep } from "./settle-step.ts";
import { isTestGateway, lockWithBooking } from "./stored-payment.ts";

/** A verified report for an account's gateway. `now` in epoch milliseconds. */
export interface TakenReport {
  readonly scope: AccountScope;
  readonly account: number;
  readonly gateway: number;
  readonly now: number;
  readonly secrets: Secrets;
}

/**
 * Applies a gateway's report once (bookings.md, Payments): settles steps whose response was lost, records refunds made at the gateway,
 * and marks disputes. Ignores reports about unknown payments.
 */
export async function takeReport(report: TakenReport, event: GatewayEvent): Promise<void> {
  await report.scope.transaction(async (transaction) => {
    const context = { transaction, account: { id: report.account }, secrets: report.secrets };
    const id = await paymentOf(context, report, event);
    const isNew = await transaction.run(
      `insert into gateway_reports (account_id, payment_gateway_id, report_id, payment_id, kind) values ($1, $2, $3, $4, $5)
       on conflict do nothing`,
      [report.account, report.gateway, event.id, id ?? null, event.kind],
    );
    if (isNew === 0 || id === undefined) return;
    await apply(context, id, report.now, event);
    await queuePerforming(context, id);
  });
}

/**
 * Finds the report's payment by our ids or by the gateway's id of the charge, always within that gateway.
 * A match by our ids also requires the same key and charge.
 */
async function paymentOf(
  { transaction, account }: AccountTransaction,
  { gateway }: TakenReport,
  { kind, metadata, transaction: charge }: GatewayEvent,
): Promise<number | undefined> {
  const own = metadata.roost_account === String(account.id) ? Number(metadata.roost_payment) : Number.NaN;
  const row = await transaction.row<{ id: number }>(
    `select id from payments
     where account_id = $1 and payment_gateway_id = $2 and (refunded_payment_id is not null) = $6 and case when $3::bigint is null then transaction_id = $4
       else id = $3 and (transaction_id is null or $4::text is null or transaction_id = $4) and ($5::text is null or exists (
         select from payment_steps where payment_steps.account_id = $1 and payment_steps.payment_id = payments.id
           and payment_steps.key = $5)) end
     order by id limit 1`,
    [
      account.id,
      gateway,
      Number.isSafeInteger(own) ? own : null,
      charge,
      metadata.roost_key ?? null,
      kind === "refund_failed",
    ],
  );
  return row?.id;
}

async function apply(context: SettlingContext, id: number, now: number, event: GatewayEvent): Promise<void> {
  switch (event.kind) {
    case "paid":
    case "authorized":
      return applyDone(context, id, now, event);
    case "ended":
      return applyEnded(context, id, now);
    case "failed":
      return applyFailed(context, id, now, event);
    case "refunded":
      return recordRefunds(context, id, now, event);
    case "refund_failed":
      return rejectRefund(context, id, event.reason ?? "It failed.");
    case "disputed":
    case "dispute_won":
    case "dispute_lost":
      return applyDispute(context, id, now, { ...event, kind: event.kind });
    case "other":
      return undefined;
  }
}

/** The step that a report answers. A payment after an authorization is a capture. */
function stepOf({ kind, metadata }: GatewayEvent): StepName {
  const name = metadata.roost_step ?? "";
  const step = isStepName(name) ? name : "charge";
  return kind === "paid" && step === "authorize" ? "capture" : step;
}

async function applyDone(context: SettlingContext, id: number, now: number, event: GatewayEvent): Promise<void> {
  const locked = await lockWithBooking(context, id);
  const isOnPage = stepOf(event) === "checkout" && locked?.payment.kind === "damage-deposit";
  // A deposit's page only authorizes; money that follows is its capture.
  const step = isOnPage && event.kind === "paid" ? "capture" : stepOf(event);
  if (event.kind === "authorized" && step !== "authorize" && !isOnPage) return;
  // A different amount or currency is not this step's answer.
  const amount = await stepAmount(context, id, step);
  if (event.transaction === null || event.amount !== amount || event.currency !== locked?.payment.currency) return;
  const test = await isTestGateway(context, id);
  const { transaction, savedCard, authorizedUntil } = event;
  const done = { outcome: "done", transaction, test, savedCard, authorizedUntil } as const;
  const isNew = await settleStep(context, id, { step, result: done, now });
  // The gateway reports a page twice, and only one of the reports names the card.
  if (!isNew && savedCard !== undefined) await saveCard(context, locked, savedCard);
}

/** A failed attempt on a page may be followed by a successful one: the payment fails only when the page expires. */
async function applyFailed(context: SettlingContext, id: number, now: number, event: GatewayEvent): Promise<void> {
  const step = stepOf(event);
  if (step === "checkout" && event.transaction !== null) return;
  await settleStep(context, id, { step, result: { outcome: "refused", reason: event.reason ?? "It failed." }, now });
}

/** An expired authorization can no longer be captured. If we voided it ourselves, neither step is open. */
async function applyEnded(context: SettlingContext, id: number, now: number): Promise<void> {
  const result = { outcome: "refused", reason: "The authorization has expired." } as const;
  for (const step of ["authorize", "capture"] as const) await settleStep(context, id, { step, result, now });
  const locked = await lockWithBooking(context, id);
  if (locked?.payment.kind === "damage-deposit") await depositLost(context, { ...locked, now }, result.reason);
}
