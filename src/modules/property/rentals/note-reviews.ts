import { formatHundredths } from "../../../core/hundredths.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";

/** What the reviews of a rental come to. */
export interface ReviewTotals {
  readonly count: number;
  /** The mean of their ratings in hundredths; null where none has a rating. */
  readonly average: number | null;
}

/** Notes what the reviews of a rental come to: they say so in the transaction in which they change, under the rental's lock. */
export async function noteReviews(
  { transaction, account }: WriteContext,
  rental: number,
  { count, average }: ReviewTotals,
): Promise<void> {
  await transaction.run(
    `update rentals set reviews_count = $3, reviews_average_rating = $4, updated_at = clock_timestamp()
     where account_id = $1 and id = $2 and (reviews_count is distinct from $3 or reviews_average_rating is distinct from $4)`,
    [account.id, rental, count, average === null ? null : formatHundredths(average)],
  );
}
