import { sqlState } from "../../../database/sql/errors.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { invalid } from "../../../kernel/errors.ts";
import { reconcileBookings } from "../../stays/bookings/change/reconcile-bookings.ts";
import { checkNames } from "./check-names.ts";
import { checkSums } from "./check-sums.ts";
import { FileProblems } from "./file-object.ts";
import { findNew } from "./known-payouts.ts";
import type { PayoutsFile } from "./payouts-file.ts";
import { settledBookings } from "./settled-bookings.ts";
import { type StoringProgress, storePayouts } from "./store-payouts.ts";

/** What an import did, or would do. */
export interface ImportedPayouts {
  readonly payouts: number;
  readonly channelPayouts: number;
  /** Payouts of both kinds that were there already, with the same contents. */
  readonly known: number;
  /** Bookings of which the charge for the payment, or the reconciliation, changed. */
  readonly reconciled: number;
}

/**
 * Imports payouts into an account, all of them or none, and reconciles the bookings that a new channel payout names (docs/payouts.md).
 * What was imported before, with the same contents, is left as it is. `progress` is told how many payouts are stored, and of how many.
 * @throws RequestError 422 with each position in the file that does not add up, names nothing of the account, or contradicts what is there
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
  await stored(transaction, account, found, progress);
  const settled = await settledBookings(transaction, account, found.channelPayouts);
  const [payouts, channelPayouts] = [found.payouts.length, found.channelPayouts.length];
  return {
    payouts,
    channelPayouts,
    known: file.payouts.length + file.channelPayouts.length - payouts - channelPayouts,
    reconciled: await reconcileBookings(transaction, account, settled),
  };
}

async function stored(
  transaction: Transaction,
  account: number,
  found: PayoutsFile,
  progress: StoringProgress,
): Promise<void> {
  try {
    await storePayouts(transaction, account, found, progress);
  } catch (error) {
    // Only another import of the same moment can have been faster than our look.
    if (sqlState(error) !== "23505") throw error;
    throw invalid({ file: ["another import has just brought one of its payouts: import it again"] });
  }
}
