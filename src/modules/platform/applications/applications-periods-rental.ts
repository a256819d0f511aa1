import { date, id, percentage, timestamps } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

/**
 * An application's price increase for one rental and arrivals from the first to the last date, instead of its default
 * (conventions.md, Resources beyond the registry). 0 adds nothing.
 */
export const applicationsPeriodsRental = defineResource("applications_periods_rentals", {
  singular: "applications_periods_rental",
  description: "An application's price increase for one rental and arrivals between two dates, instead of its default.",
  readScopes: ["applications_read", "applications_write"],
  attributes: {
    id: id(),
    price_increase: percentage({ min: 0, max: 99_99 })
      .required()
      .description("Percentage added instead of the application's default; 0 adds nothing."),
    start_date: date().near().required().description("First arrival date to which it applies."),
    end_date: date().near().required().description("Last arrival date to which it applies."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    application: one("applications")
      .writtenAs("application_id", "required")
      .present()
      .description("The application that displays the increased prices."),
    rental: one("rentals")
      .deletedAlong()
      .writtenAs("rental_id", "required")
      .present()
      .description("The rental whose prices are increased."),
  },
  changeable: {
    rows: "applications_periods_rentals.application_id = :application or :of_account",
    reason: "An application can only change its own price increases.",
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
