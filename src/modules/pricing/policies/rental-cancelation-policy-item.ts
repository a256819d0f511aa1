import { decimal, id, integer, timestamps } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { openPolicies, shownPolicies } from "./rental-cancelation-policy.ts";

/** SQL: the item's policy meets a condition. */
const ofPolicies = (condition: string): string =>
  "exists (select from rental_cancelation_policies where rental_cancelation_policies.account_id = :account_of(rental_cancelation_policy_items)" +
  ` and rental_cancelation_policies.id = rental_cancelation_policy_items.rental_cancelation_policy_id and ${condition})`;

/** A penalty by days before arrival (service.md). Read on its own, written with its policy. */
export const rentalCancelationPolicyItem = defineResource("rental_cancelation_policy_items", {
  singular: "rental_cancelation_policy_item",
  description:
    "The penalty for canceling within a number of days before arrival. Written as rental_cancelation_policy_items of its policy.",
  readScopes: ["public", "rentals_write"],
  attributes: {
    id: id(),
    eligible_days: integer()
      .readOnly()
      .present()
      .description("Days before arrival, counted in dates on the rental's calendar, from which the penalty applies."),
    penalty_percentage: decimal().readOnly().present().description("Percent of the booking's final price."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rental_cancelation_policy: one("rental_cancelation_policies")
      .deletedAlong()
      .present()
      .description("The policy of the item."),
  },
  ownership: {
    scope: "bookings_write_owned",
    fullReaders: ["bookings_read"],
    ownRows: ofPolicies(shownPolicies),
    openRows: ofPolicies(openPolicies),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
