import { date, decimal, id, timestamps } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

/**
 * What an application adds to the prices of one rental for arrivals between two dates, both included, instead of its default
 * (conventions.md, Resources beyond the registry). 0 adds nothing there.
 */
export const applicationsPeriodsRental = defineResource("applications_periods_rentals", {
  singular: "applications_periods_rental",
  description:
    "The price increase of an application for one rental and arrivals between two dates, instead of its default.",
  readScopes: ["applications_read", "applications_write"],
  attributes: {
    id: id(),
    price_increase: decimal({ min: 0, max: 99_99 })
      .required()
      .description("Percent that is added instead of the application's default; 0 adds nothing."),
    start_date: date().near().required().description("The first day of arrival that it applies to."),
    end_date: date().near().required().description("The last day of arrival that it applies to."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    application: one("applications")
      .writtenAs("application_id", "required")
      .present()
      .description("The application whose prices are raised."),
    rental: one("rentals")
      .deletedAlong()
      .writtenAs("rental_id", "required")
      .present()
      .description("The rental whose prices are raised."),
  },
  changeable: {
    rows: "applications_periods_rentals.application_id = :application",
    reason: "An application changes its own price increases and no other's.",
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
