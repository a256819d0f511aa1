import { boolean, text, time, timestamps, uuid } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineUuidResource } from "../../../kernel/resource.ts";
import { idList } from "../../../kernel/search.ts";
import { criteria, everyCriterion } from "./criteria.ts";
import { readDismissal } from "./dismissal.ts";
import { ownershipOf, protectionOf } from "./reviewed-guest.ts";

/** The criteria of host reviews (conventions.md, Resources beyond the catalogue). */
export const hostCriteria = ["cleanliness", "communication", "respect_house_rules"] as const;

/** SQL: visible to tokens that can't write reviews. */
const shown = "(host_reviews.shareable and host_reviews.submitted_at is not null)";

/** A host's review of a guest: a draft until it is submitted or expires. */
export const hostReview = defineUuidResource("host_reviews", {
  singular: "host_review",
  description:
    "A host's review of a stay's guest. It may start as a draft, which can be submitted until it expires. A booking has at most one per source, and one without a source.",
  readScopes: ["public", "reviews_write"],
  attributes: {
    id: uuid(),
    comment: text().personal().description("The comment for other hosts. Optional in a draft."),
    private_comment: text()
      .personal()
      .readBy("reviews_write")
      .description("The comment for the guest only. Never public."),
    criteria: criteria(hostCriteria)
      .personal()
      .readAs(everyCriterion("host_reviews", hostCriteria))
      .description(`A rating from 1 to 5 and a comment for each of ${hostCriteria.join(", ")}; null if not rated.`),
    is_guest_recommended: boolean().description("Whether the host recommends the guest; null if unknown."),
    shareable: boolean()
      .neverNull()
      .description("Whether it may be public. Drafts and private reviews need reviews_write."),
    submitted_at: time()
      .onCreationOnly()
      .persistedByOperation()
      .description(
        "When it was submitted; null for a draft. Defaults to now. Not in the future, and not before the day of departure (UTC).",
      ),
    expires_at: time().presentOrAbsent().description("When submission closes. Defaults to 14 days after departure."),
    ...readDismissal,
    ...timestamps(),
  },
  relations: {
    account: owner(),
    booking: one("bookings").description("The stay; null if the token can't see it."),
    rental: one("rentals").present().description("The stay's rental."),
    source: one("sources").writtenAs("source_id").description("The channel that it was written for; null if unknown."),
    reply: one("review_replies")
      .from(
        "(select review_replies.id from review_replies where review_replies.account_id = :account_of(host_reviews)" +
          " and review_replies.host_review_id = host_reviews.id)",
      )
      .description("The guest's reply; null if there is none."),
  },
  personalData: protectionOf("host_reviews"),
  ownership: ownershipOf(shown),
  counted: {},
  search: {
    booking_id: idList({
      condition: "host_reviews.booking_id = any(:booking_id)",
      scopes: ["bookings_read", "bookings_write"],
      description: "Comma-separated booking ids.",
    }),
  },
});
