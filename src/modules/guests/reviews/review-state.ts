import type { RecordId } from "../../../kernel/key.ts";
import { withAccount } from "../../../kernel/read/parameters.ts";
import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { protectionOf } from "./reviewed-guest.ts";

/** The state of a locked review, of either kind. Times in epoch milliseconds. */
export interface ReviewState {
  /** Null while it is a draft. */
  readonly submittedAt: number | null;
  readonly isDismissed: boolean;
  /** Its guest's data was erased. */
  readonly isErased: boolean;
}

/** Reads the state of a review that the caller has locked. */
export async function stateOf(
  { transaction, account }: AccountTransaction,
  table: "reviews" | "host_reviews",
  id: RecordId,
): Promise<ReviewState> {
  const row = await transaction.row<{ submitted_at: number | null; dismissed: boolean; erased: boolean }>(
    `select submitted_at, dismissed_at is not null as dismissed, ${withAccount(protectionOf(table).erased, "$1")} as erased
     from ${table} where account_id = $1 and id = $2`,
    [account.id, id],
  );
  if (!row) throw new Error(`Locked row ${id} not found in ${table}.`);
  return { submittedAt: row.submitted_at, isDismissed: row.dismissed, isErased: row.erased };
}
