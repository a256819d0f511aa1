import { formatHundredths } from "../../../core/hundredths.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";

/** A rental's review totals. */
export interface ReviewTotals {
  readonly count: number;
  /** The average rating in hundredths; null without ratings. */
  readonly average: number | null;
}

/** Stores a rental's review totals, in the transaction that changes the reviews and under the rental's lock. */
export async function storeReviewTotals(
  { transaction, account }: WriteContext,
  rental: number,
  { count, average }: ReviewTotals,
): Promise<void> {
  await transaction.run(
    `update rentals set reviews_count = $3, reviews_average_rating = $4, updated_at = statement_timestamp()
     where account_id = $1 and id = $2 and (reviews_count is distinct from $3 or reviews_average_rating is distinct from $4)`,
    [account.id, rental, count, average === null ? null : formatHundredths(average)],
  );
}
