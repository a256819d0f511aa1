import type { WriteContext } from "../../../kernel/write/context.ts";
import { storeReviewTotals } from "../../property/rentals/review-totals.ts";

/** Updates a rental's review count and average rating, without dismissed reviews. The rental is locked. */
export async function countReviews(context: WriteContext, rental: number): Promise<void> {
  const row = await context.transaction.row<{ count: number; average: number | null }>(
    `select count(*) as count, avg(rating_accurate)::numeric(4, 2) as average from reviews
     where account_id = $1 and rental_id = $2 and dismissed_at is null`,
    [context.account.id, rental],
  );
  if (row) await storeReviewTotals(context, rental, row);
}
