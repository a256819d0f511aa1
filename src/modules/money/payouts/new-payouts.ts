import { createHash } from "node:crypto";
import type { Transaction } from "../../../database/sql/transaction.ts";
import type { FileProblems } from "./file-object.ts";
import type { ChannelPayoutInFile, PayoutInFile, PayoutsFile } from "./payouts-file.ts";

/** The payouts of a file that the account does not have yet. */
export type NewPayouts = PayoutsFile;

/** A digest of a payout's contents, regardless of its position in the file. */
export function digestOf({ at: _, ...contents }: PayoutInFile | ChannelPayoutInFile): Buffer {
  return createHash("sha256").update(JSON.stringify(contents)).digest();
}

/** Finds new payouts. An existing reference with different contents is a problem, because payouts never change. */
export async function findNew(
  transaction: Transaction,
  account: number,
  { payouts, channelPayouts }: PayoutsFile,
  problems: FileProblems,
): Promise<NewPayouts> {
  const stored = await transaction.rows<{ payer: number; reference: string; digest: Buffer }>(
    "select payment_gateway_id as payer, reference, digest from payouts where account_id = $1 and reference = any($2::text[])",
    [account, payouts.map(({ reference }) => reference)],
  );
  const storedOfChannels = await transaction.rows<{ payer: number; reference: string; digest: Buffer }>(
    "select source_id as payer, reference, digest from channel_payouts where account_id = $1 and reference = any($2::text[])",
    [account, channelPayouts.map(({ reference }) => reference)],
  );
  return {
    payouts: payouts.filter((payout) => isNew(payout, payout.gatewayId, stored, problems)),
    channelPayouts: channelPayouts.filter((payout) => isNew(payout, payout.sourceId, storedOfChannels, problems)),
  };
}

function isNew(
  payout: PayoutInFile | ChannelPayoutInFile,
  payer: number,
  stored: readonly { readonly payer: number; readonly reference: string; readonly digest: Buffer }[],
  problems: FileProblems,
): boolean {
  const same = stored.find((row) => row.payer === payer && row.reference === payout.reference);
  if (same && !same.digest.equals(digestOf(payout)))
    problems.add(`${payout.at}.reference`, `${payout.reference} was already imported with different contents`);
  return same === undefined;
}
