import { createHash } from "node:crypto";
import type { Transaction } from "../../../database/sql/transaction.ts";
import type { FileProblems } from "./file-object.ts";
import type { ChannelPayoutInFile, PayoutInFile, PayoutsFile } from "./payouts-file.ts";

/** What of a file is new in the account; all else is there already, with the same contents. */
export type NewPayouts = PayoutsFile;

/** A digest of all that a payout says, wherever in a file it stands. */
export function digestOf({ at: _, ...contents }: PayoutInFile | ChannelPayoutInFile): Buffer {
  return createHash("sha256").update(JSON.stringify(contents)).digest();
}

/** Finds what is new. One that is there under its reference with other contents is a problem: a payout is never changed. */
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
    problems.add(`${payout.at}.reference`, `${payout.reference} was imported before, with other contents`);
  return same === undefined;
}
