import { countries } from "../../../core/countries.ts";
import { boolean, decimal, id, text, time, timestamps } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { idList } from "../../../kernel/search.ts";
import { criteria, everyCriterion, stars } from "./criteria.ts";
import { readDismissal } from "./dismissal.ts";
import { ownershipOf, protectionOf } from "./reviewed-guest.ts";

/** The criteria of guest reviews (service.md, Review). */
export const guestCriteria = [
  ...["cleanliness", "communication", "checkin", "location", "facilities", "comfort", "staff"],
  ...["value_for_money", "accuracy", "property_condition", "eco_friendliness"],
] as const;

/** SQL: visible to tokens that can't write reviews. */
const shown = "reviews.shareable";

/** A guest's review of a stay, one per booking and source. It is never changed or deleted, but can be dismissed. */
export const review = defineResource("reviews", {
  singular: "review",
  description:
    "A guest's review of a stay, with ratings from 1 to 5. A booking has at most one per source, and one without a source.",
  readScopes: ["public", "reviews_write"],
  attributes: {
    id: id(),
    title: text({ maxLength: 255 }).personal().description("The title."),
    comment: text().personal().required().description("The public comment."),
    private_comment: text()
      .personal()
      .readBy("reviews_write")
      .description("The comment for the host only. Never public."),
    rating: decimal(stars)
      .measuredIn("stars")
      .persistedByOperation()
      .description(
        "The overall rating from 1 to 5, rounded to a whole number. Send up to two decimals, or omit it to use the mean of the criteria. Null without either.",
      ),
    rating_accurate: decimal()
      .from("round(reviews.rating_accurate, 2)")
      .description("The overall rating, to two decimals."),
    name: text().readOnly().personal().description("The guest's first name and last initial at the time of writing."),
    country_code: text()
      .among(countries)
      .readOnly()
      .personal()
      .description("The country of the guest's address: two letters, ISO 3166-1."),
    shareable: boolean().neverNull().description("Whether it may be public. Private reviews need reviews_write."),
    criteria: criteria(guestCriteria)
      .personal()
      .readAs(everyCriterion("reviews", guestCriteria))
      .description(`A rating from 1 to 5 and a comment for each of ${guestCriteria.join(", ")}; null if not rated.`),
    ...timestamps(),
    submitted_at: time()
      .presentOrAbsent()
      .description(
        "When the guest wrote it. Defaults to now. Not in the future, and not before the day of departure (UTC).",
      ),
    ...readDismissal,
  },
  relations: {
    account: owner(),
    rental: one("rentals").present().description("The stay's rental."),
    source: one("sources").writtenAs("source_id").description("The channel that it was written on; null if unknown."),
    booking: one("bookings").description("The stay; null if the token can't see it."),
    reply: one("review_replies")
      .from(
        "(select review_replies.id from review_replies where review_replies.account_id = :account_of(reviews)" +
          " and review_replies.guest_review_id = reviews.id)",
      )
      .description("The host's reply; null if there is none."),
  },
  personalData: protectionOf("reviews"),
  ownership: ownershipOf(shown),
  counted: {},
  search: {
    booking_id: idList({
      condition: "reviews.booking_id = any(:booking_id)",
      scopes: ["bookings_read", "bookings_write"],
      description: "Comma-separated booking ids.",
    }),
  },
});
