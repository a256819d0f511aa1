import { text, time, timestamps, uuid } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineUuidResource } from "../../../kernel/resource.ts";
import { hostReview } from "./host-review.ts";
import { review } from "./review.ts";
import { ownershipOf } from "./reviewed-guest.ts";

/** SQL: the reply is to a review in a table that meets a condition. */
const repliesTo = (table: string, key: string, condition: string): string =>
  `exists (select from ${table} where ${table}.account_id = :account_of(review_replies) and ${table}.id = review_replies.${key} and ${condition})`;

const either = (guest: string | undefined, host: string | undefined): string =>
  `(${repliesTo("reviews", "guest_review_id", guest ?? "true")} or ${repliesTo("host_reviews", "host_review_id", host ?? "true")})`;

const published =
  "exists (select from rentals where rentals.account_id = :account_of(review_replies) and rentals.published_at is not null" +
  " and rentals.deleted_at is null and rentals.id = coalesce(" +
  "(select reviews.rental_id from reviews where reviews.account_id = :account_of(review_replies) and reviews.id = review_replies.guest_review_id), " +
  "(select host_reviews.rental_id from host_reviews where host_reviews.account_id = :account_of(review_replies) and host_reviews.id = review_replies.host_review_id)))";

/** The reply to a guest's or a host's review, visible to those who see the review. */
export const reviewReply = defineUuidResource("review_replies", {
  singular: "review_reply",
  description: "The reply to a guest's or a host's review. A review has at most one.",
  readScopes: ["public", "reviews_write"],
  attributes: {
    id: uuid(),
    message: text().personal().required().description("The text of the reply."),
    submitted_at: time()
      .presentOrAbsent()
      .description("When it was written. Defaults to now. Not in the future, and not before the review."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    guest_review: one("reviews").description("The guest's review; null for a reply to a host's review."),
    host_review: one("host_reviews").description("The host's review; null for a reply to a guest's review."),
  },
  personalData: {
    erased: either(review.personalData?.erased, hostReview.personalData?.erased),
    restricted: either(review.personalData?.restricted, hostReview.personalData?.restricted),
  },
  ownership: ownershipOf(either(review.ownership?.ownRows, hostReview.ownership?.ownRows)),
  published,
  counted: {},
});
