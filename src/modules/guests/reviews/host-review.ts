import { boolean, text, time, timestamps, uuid } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineUuidResource } from "../../../kernel/resource.ts";
import { criteria, everyCriterion } from "./criteria.ts";
import { readDismissal } from "./dismissal.ts";
import { ownershipOf, protectionOf } from "./reviewed-guest.ts";

/** What a host rates in a guest (conventions.md, Resources beyond the catalogue). */
export const hostCriteria = ["cleanliness", "communication", "respect_house_rules"] as const;

/** SQL: who may not write reviews sees it. */
const shown = "(host_reviews.shareable and host_reviews.submitted_at is not null)";

/** What a host writes about a guest: a draft until it is submitted, which it can be until it expires. */
export const hostReview = defineUuidResource("host_reviews", {
  singular: "host_review",
  description:
    "What the host wrote about the guest of a stay. It may begin as a draft, and can be submitted until it expires. A booking has at most one of each source, and one without a source.",
  readScopes: ["public", "reviews_write"],
  attributes: {
    id: uuid(),
    comment: text().personal().description("What the host wrote for other hosts to read; a draft may lack it."),
    private_comment: text()
      .personal()
      .readBy("reviews_write")
      .description("What the host wrote to the guest alone: never for the public."),
    criteria: criteria(hostCriteria)
      .personal()
      .readAs(everyCriterion("host_reviews", hostCriteria))
      .description(
        `A rating from 1 to 5 and a comment for each of ${hostCriteria.join(", ")}; null where the host said nothing.`,
      ),
    is_guest_recommended: boolean().description("Whether the host would have the guest again; null when nobody said."),
    shareable: boolean()
      .neverNull()
      .description("Whether it may be shown in public; drafts and others are seen with reviews_write only."),
    submitted_at: time()
      .onCreationOnly()
      .persistedByOperation()
      .description(
        "When it was submitted, which no draft is: now unless told. Not in the future, and not before the day of departure (UTC).",
      ),
    expires_at: time()
      .presentOrAbsent()
      .description("Until when it can be submitted: 14 days after the departure, unless the channel says otherwise."),
    ...readDismissal,
    ...timestamps(),
  },
  relations: {
    account: owner(),
    booking: one("bookings").description("The stay; null where the token does not see that."),
    rental: one("rentals").present().description("The rental in which the guest stayed."),
    source: one("sources")
      .writtenAs("source_id")
      .description("The channel that it is written for; null when nobody said."),
    reply: one("review_replies")
      .from(
        "(select review_replies.id from review_replies where review_replies.account_id = host_reviews.account_id" +
          " and review_replies.host_review_id = host_reviews.id)",
      )
      .description("What the guest answered; null while nobody did."),
  },
  personalData: protectionOf("host_reviews"),
  ownership: ownershipOf(shown),
  counted: {},
});
