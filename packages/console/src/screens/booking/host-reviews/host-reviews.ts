import type { RecordOf, Resource } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ChangedMeanwhile, ifMatch, type Seen } from "../../../components/conflict/version.ts";
import { versioned } from "../../../components/records/record-writing.ts";

export type HostReview = Resource<"host_reviews">;
export type ListedHostReview = RecordOf<"/host_reviews">;

/** The subjects that a host rates, in the order of the form. */
export const criteria = ["cleanliness", "communication", "respect_house_rules"] as const;
type Criterion = (typeof criteria)[number];

/** A review in a form. Ratings are texts from 1 to 5; empty for none. */
export interface HostReviewDraft extends Readonly<Record<Criterion, string>> {
  readonly comment: string;
  readonly private_comment: string;
  /** "true", "false", or empty for no answer. */
  readonly is_guest_recommended: string;
}

const ratingOf = (review: HostReview | undefined, name: Criterion): string => {
  const rating = review?.criteria?.[name]?.rating;
  return rating == null ? "" : String(Number(rating));
};

export const draftOfHostReview = (review: HostReview | undefined): HostReviewDraft => ({
  comment: review?.comment ?? "",
  private_comment: review?.private_comment ?? "",
  is_guest_recommended: review?.is_guest_recommended == null ? "" : String(review.is_guest_recommended),
  cleanliness: ratingOf(review, "cleanliness"),
  communication: ratingOf(review, "communication"),
  respect_house_rules: ratingOf(review, "respect_house_rules"),
});

function attributesOf(draft: HostReviewDraft, shown: HostReview | undefined) {
  // A criterion's own comment, which the form does not show, stays.
  const rated = (name: Criterion) =>
    draft[name] === "" ? null : { rating: Number(draft[name]), comment: shown?.criteria?.[name]?.comment ?? null };
  return {
    comment: draft.comment.trim() || null,
    private_comment: draft.private_comment.trim() || null,
    is_guest_recommended: draft.is_guest_recommended === "" ? null : draft.is_guest_recommended === "true",
    criteria: {
      cleanliness: rated("cleanliness"),
      communication: rated("communication"),
      respect_house_rules: rated("respect_house_rules"),
    },
  };
}

/** The team's reviews of a stay's guest, drafts included, with the guest's replies. */
export function useHostReviewsOf(booking: number) {
  const { client, account, may } = useSession();
  return useQuery({
    queryKey: [account.id, "host_reviews", "of", booking],
    enabled: may("reviews_write"),
    queryFn: async ({ signal }) => {
      const query = { booking_id: [booking], include: ["reply"] };
      const reviews: ListedHostReview[] = [];
      for await (const review of client.records("/host_reviews", { params: { query }, signal })) reviews.push(review);
      return reviews;
    },
  });
}

/** Writes drafts of host reviews, submits and dismisses them. */
export function useHostReviewWriting(booking: number) {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = () => queries.invalidateQueries({ queryKey: [account.id, "host_reviews"] });
  const paramsOf = (id: string) => ({ path: { host_review_id: id } });
  const read = async (id: string): Promise<Seen<HostReview>> => {
    const params = { path: { host_review_id: [id] } };
    const { data, response } = await client.GET("/host_reviews/{host_review_id}", { params });
    return versioned(data.host_reviews[0], response);
  };
  return {
    writing: {
      read,
      async create(draft: HostReviewDraft): Promise<void> {
        const params = { path: { booking_id: booking } };
        const body = { host_reviews: [attributesOf(draft, undefined)] };
        await client.POST("/bookings/{booking_id}/host_reviews/draft", { params, body });
        await invalidate();
      },
      async change(seen: Seen<HostReview>, draft: HostReviewDraft): Promise<void> {
        await client.PUT("/host_reviews/draft/{host_review_id}", {
          ...{ params: paramsOf(seen.id), headers: ifMatch(seen.etag) },
          body: { host_reviews: [attributesOf(draft, seen)] },
        });
        await invalidate();
      },
    },
    /** Submits the draft that the person saw, which is final. @throws ChangedMeanwhile if it is another one now */
    async submit({ id, updated_at }: ListedHostReview): Promise<void> {
      const now = await read(id);
      if (now.updated_at !== updated_at) throw new ChangedMeanwhile();
      const params = paramsOf(id);
      await client.PUT("/host_reviews/draft/{host_review_id}/submit", { params, headers: ifMatch(now.etag) });
      await invalidate();
    },
    async dismiss({ id }: ListedHostReview, reason: string): Promise<void> {
      const { etag } = await read(id);
      const body = { host_reviews: [{ dismissal_reason: reason.trim() || null }] };
      await client.PUT("/host_reviews/{host_review_id}/dismiss", {
        params: paramsOf(id),
        headers: ifMatch(etag),
        body,
      });
      await invalidate();
    },
  };
}
