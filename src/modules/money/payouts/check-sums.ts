import type { FileProblems } from "./file-object.ts";
import { isOfPayment } from "./line-kinds.ts";
import type { ChannelPayoutInFile, ChannelPayoutLine, PayoutInFile, PayoutLine, PayoutsFile } from "./payouts-file.ts";

/** Reports every payout that does not add up or appears twice in the file. */
export function checkSums(file: PayoutsFile, problems: FileProblems): void {
  for (const payout of file.payouts) checkPayout(payout, problems);
  for (const payout of file.channelPayouts) checkChannelPayout(payout, problems);
  checkTwice(file.payouts, ({ gatewayId }) => `payment gateway ${gatewayId}`, problems);
  checkTwice(file.channelPayouts, ({ sourceId }) => `source ${sourceId}`, problems);
}

function checkPayout({ at, lines, amount }: PayoutInFile, problems: FileProblems): void {
  for (const [index, line] of lines.entries()) {
    const of = `${at}.lines[${index}]`;
    checkEqual(`${of}.net_in_cents`, line.net, line.gross - line.fee, "gross - fee", problems);
    checkLine(of, line, problems);
  }
  checkEqual(`${at}.amount_in_cents`, amount, sum(lines.map(({ net }) => net)), "the sum of the lines", problems);
}

function checkLine(at: string, { kind, bookingId, paymentId, gross }: PayoutLine, problems: FileProblems): void {
  if (isOfPayment(kind)) {
    if (paymentId === null) problems.add(`${at}.payment_id`, `is required for a ${kind}`);
    if (bookingId === null) problems.add(`${at}.booking_id`, `is required for a ${kind}`);
  }
  if (kind === "payment" && gross < 0)
    problems.add(`${at}.gross_in_cents`, "must not be negative. Use the kind refund");
  if (kind === "refund" && gross > 0)
    problems.add(`${at}.gross_in_cents`, "must not be positive. Use the kind payment");
}

/** The expected net amount of a channel payout line. */
const netOf = (line: ChannelPayoutLine): number =>
  line.gross + line.cleaningFee + line.cityTax - line.commission - (line.paymentCharge ?? 0) - line.deductions;

function checkChannelPayout({ at, lines, movements, amount }: ChannelPayoutInFile, problems: FileProblems): void {
  const formula = "gross + cleaning fee + city tax - commission - payment charge - deductions";
  for (const [index, line] of lines.entries())
    checkEqual(`${at}.lines[${index}].net_in_cents`, line.net, netOf(line), formula, problems);
  const total = sum(lines.map(({ net }) => net)) + sum(movements.map((movement) => movement.amount));
  checkEqual(`${at}.amount_in_cents`, amount, total, "the sum of lines and movements", problems);
}

function checkEqual(at: string, stated: number, expected: number, formula: string, problems: FileProblems): void {
  if (stated !== expected) problems.add(at, `is ${stated}, but ${formula} is ${expected}`);
}

function checkTwice<P extends { readonly at: string; readonly reference: string }>(
  payouts: readonly P[],
  payer: (payout: P) => string,
  problems: FileProblems,
): void {
  const first = new Map<string, string>();
  for (const payout of payouts) {
    const key = JSON.stringify([payer(payout), payout.reference]);
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, payout.at);
    else
      problems.add(
        `${payout.at}.reference`,
        `duplicates ${earlier} for the same ${payer(payout).replace(/ \d+$/, "")}`,
      );
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
