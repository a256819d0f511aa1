import { sqlState } from "../../../database/sql/errors.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { invalid } from "../../../kernel/errors.ts";
import { reconcileBookings } from "../../stays/bookings/change/reconcile-bookings.ts";
import { checkNames } from "./check-names.ts";
import { checkSums } from "./check-sums.ts";
import { FileProblems } from "./file-object.ts";
import { findNew } from "./new-payouts.ts";
import type { PayoutsFile } from "./payouts-file.ts";
import { settledBookings } from "./settled-bookings.ts";
import { type StoringProgress, storePayouts } from "./store-payouts.ts";

/** The result of an import or of its dry run. */
export interface ImportedPayouts {
  readonly payouts: number;
  readonly channelPayouts: number;
  /** Payouts of both kinds that were already imported with the same contents. */
  readonly known: number;
  /** Bookings whose payment charge or reconciliation changed. */
  readonly reconciled: number;
}

/**
 * Imports all payouts of a file or none, and reconciles the bookings in new channel payouts (docs/concepts/payouts.md).
 * Skips payouts that were already imported with the same contents.
 * @throws RequestError 422 with every position that does not add up, has an unknown id, or contradicts an earlier import
 */
export async function importPayouts(
  transaction: Transaction,
  account: number,
  file: PayoutsFile,
  progress: StoringProgress = () => undefined,
): Promise<ImportedPayouts> {
  const problems = new FileProblems();
  checkSums(file, problems);
  await checkNames(transaction, account, file, problems);
  const found = await findNew(transaction, account, file, problems);
  problems.throwIfAny();
  await store(transaction, account, found, progress);
  const settled = await settledBookings(transaction, account, found.channelPayouts);
  const [payouts, channelPayouts] = [found.payouts.length, found.channelPayouts.length];
  return {
    payouts,
    channelPayouts,
    known: file.payouts.length + file.channelPayouts.length - payouts - channelPayouts,
    reconciled: await reconcileBookings(transaction, account, settled),
  };
}

async function store(
  transaction: Transaction,
  account: number,
  found: PayoutsFile,
  progress: StoringProgress,
): Promise<void> {
  try {
    await storePayouts(transaction, account, found, progress);
  } catch (error) {
    // Unique violation: a concurrent import stored the same payout after our check.
    if (sqlState(error) !== "23505") throw error;
    throw invalid({ file: ["another import has just stored one of these payouts. Import the file again"] });
  }
}
