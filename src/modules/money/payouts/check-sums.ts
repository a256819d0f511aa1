import type { FileProblems } from "./file-object.ts";
import { isOfPayment } from "./line-kinds.ts";
import type { ChannelPayoutInFile, ChannelPayoutLine, PayoutInFile, PayoutLine, PayoutsFile } from "./payouts-file.ts";

/** Finds every payout that does not add up, or that stands twice in the file. */
export function checkSums(file: PayoutsFile, problems: FileProblems): void {
  for (const payout of file.payouts) checkPayout(payout, problems);
  for (const payout of file.channelPayouts) checkChannelPayout(payout, problems);
  checkTwice(file.payouts, ({ gatewayId }) => `payment gateway ${gatewayId}`, problems);
  checkTwice(file.channelPayouts, ({ sourceId }) => `source ${sourceId}`, problems);
}

function checkPayout({ at, lines, amount }: PayoutInFile, problems: FileProblems): void {
  for (const [index, line] of lines.entries()) {
    const of = `${at}.lines[${index}]`;
    checkEqual(`${of}.net_in_cents`, line.net, line.gross - line.fee, "gross less fee", problems);
    checkLine(of, line, problems);
  }
  checkEqual(`${at}.amount_in_cents`, amount, sum(lines.map(({ net }) => net)), "the lines together", problems);
}

function checkLine(at: string, { kind, bookingId, paymentId, gross }: PayoutLine, problems: FileProblems): void {
  if (isOfPayment(kind)) {
    if (paymentId === null) problems.add(`${at}.payment_id`, `is missing: a ${kind} is about one`);
    if (bookingId === null) problems.add(`${at}.booking_id`, `is missing: a ${kind} is about one`);
  }
  if (kind === "payment" && gross < 0) problems.add(`${at}.gross_in_cents`, "must not be below zero: that is a refund");
  if (kind === "refund" && gross > 0) problems.add(`${at}.gross_in_cents`, "must not be above zero: that is a payment");
}

/** What a line of a channel payout must come to. */
const netOf = (line: ChannelPayoutLine): number =>
  line.gross + line.cleaningFee + line.cityTax - line.commission - (line.paymentCharge ?? 0) - line.deductions;

function checkChannelPayout({ at, lines, movements, amount }: ChannelPayoutInFile, problems: FileProblems): void {
  const formula = "gross + cleaning fee + city tax - commission - payment charge - deductions";
  for (const [index, line] of lines.entries())
    checkEqual(`${at}.lines[${index}].net_in_cents`, line.net, netOf(line), formula, problems);
  const total = sum(lines.map(({ net }) => net)) + sum(movements.map((movement) => movement.amount));
  checkEqual(`${at}.amount_in_cents`, amount, total, "lines and movements together", problems);
}

function checkEqual(at: string, stated: number, found: number, what: string, problems: FileProblems): void {
  if (stated !== found) problems.add(at, `is ${stated}, and ${what} come to ${found}`);
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
        `stands already in ${earlier}, of the same ${payer(payout).replace(/ \d+$/, "")}`,
      );
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
