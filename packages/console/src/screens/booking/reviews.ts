import type { RecordOf } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { ifMatch, versionOf } from "../../components/conflict/version.ts";

export type StayReview = RecordOf<"/reviews">;

/** A review that waits for the team's reply. */
export const isOpen = ({ links, dismissed_at }: StayReview): boolean => links.reply === null && dismissed_at === null;

/** The reviews of a stay, with the team's replies. */
export function useReviewsOf(booking: number) {
  const { client, account, may } = useSession();
  return useQuery({
    queryKey: [account.id, "reviews", "of", booking],
    queryFn: async ({ signal }) => {
      const query = { booking_id: [booking], include: ["reply"] };
      const reviews: StayReview[] = [];
      for await (const review of client.records("/reviews", { params: { query }, signal })) reviews.push(review);
      return reviews;
    },
    enabled: may("reviews_write"),
  });
}

/** Dismisses a guest's review, which then no longer counts. */
export function useDismissReview() {
  const { client, account } = useSession();
  const queries = useQueryClient();
  return async ({ id }: StayReview, reason: string): Promise<void> => {
    const read = await client.GET("/reviews/{review_id}", { params: { path: { review_id: [id] } } });
    await client.PUT("/reviews/{review_id}/dismiss", {
      ...{ params: { path: { review_id: id } }, headers: ifMatch(versionOf(read.response)) },
      body: { reviews: [{ dismissal_reason: reason.trim() || null }] },
    });
    for (const name of ["reviews", "rentals"]) await queries.invalidateQueries({ queryKey: [account.id, name] });
  };
}

/** Replies to a review. A review has one reply, which cannot be changed. */
export function useReply(review: number) {
  const { client, account } = useSession();
  const queries = useQueryClient();
  return async (message: string, idempotencyKey: string): Promise<void> => {
    const params = { path: { review_id: review } };
    const body = { review_replies: [{ message }] };
    await client.POST("/reviews/{review_id}/reply", { params, body, idempotencyKey });
    await queries.invalidateQueries({ queryKey: [account.id, "reviews"] });
  };
}
