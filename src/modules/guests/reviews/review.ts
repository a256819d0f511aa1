import { countries } from "../../../core/countries.ts";
import { boolean, decimal, id, text, time, timestamps } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { criteria, everyCriterion, stars } from "./criteria.ts";
import { readDismissal } from "./dismissal.ts";
import { ownershipOf, protectionOf } from "./reviewed-guest.ts";

/** What a guest rates (service.md, Review). */
export const guestCriteria = [
  ...["cleanliness", "communication", "checkin", "location", "facilities", "comfort", "staff"],
  ...["value_for_money", "accuracy", "property_condition", "eco_friendliness"],
] as const;

/** SQL: who may not write reviews sees it. */
const shown = "reviews.shareable";

/**
 * What a guest wrote about a stay: one a booking and source. It is never changed and never deleted; one that should not count is dismissed,
 * and then is shown as such.
 */
export const review = defineResource("reviews", {
  singular: "review",
  description:
    "What a guest wrote about a stay, with ratings from 1 to 5. A booking has at most one of each source, and one without a source.",
  readScopes: ["public", "reviews_write"],
  attributes: {
    id: id(),
    title: text({ maxLength: 255 }).personal().description("The review in a few words."),
    comment: text().personal().required().description("What the guest wrote, for everybody to read."),
    private_comment: text()
      .personal()
      .readBy("reviews_write")
      .description("What the guest wrote for the host alone: never for the public."),
    rating: decimal(stars)
      .persistedByOperation()
      .description(
        "The overall rating from 1 to 5, rounded to a whole number. Written with up to two decimals; left out, it is the mean of what the criteria got. Null without either.",
      ),
    rating_accurate: decimal()
      .from("round(reviews.rating_accurate, 2)")
      .description("The overall rating, to two decimals."),
    name: text()
      .readOnly()
      .personal()
      .description("Who wrote it: the guest's first name and the initial of the last name, as they were then."),
    country_code: text()
      .among(countries)
      .readOnly()
      .personal()
      .description("The country of the guest's address: two letters, ISO 3166-1."),
    shareable: boolean()
      .neverNull()
      .description("Whether it may be shown in public; others are seen with reviews_write only."),
    criteria: criteria(guestCriteria)
      .personal()
      .readAs(everyCriterion("reviews", guestCriteria))
      .description(
        `A rating from 1 to 5 and a comment for each of ${guestCriteria.join(", ")}; null where the guest said nothing.`,
      ),
    ...timestamps(),
    submitted_at: time()
      .presentOrAbsent()
      .description(
        "When the guest wrote it: now unless told. Not in the future, and not before the day of departure (UTC).",
      ),
    ...readDismissal,
  },
  relations: {
    account: owner(),
    rental: one("rentals").present().description("The rental in which the guest stayed."),
    source: one("sources").writtenAs("source_id").description("Where it was written; null when nobody said."),
    booking: one("bookings").description("The stay that it is about; null where the token does not see that."),
    reply: one("review_replies")
      .from(
        "(select review_replies.id from review_replies where review_replies.account_id = reviews.account_id" +
          " and review_replies.guest_review_id = reviews.id)",
      )
      .description("What the host answered; null while nobody did."),
  },
  personalData: protectionOf("reviews"),
  ownership: ownershipOf(shown),
  counted: {},
});
