import { wholeCurrencies } from "../../../../core/rounding.ts";
import { arrivalDate, canceledAt } from "../../../property/occupancy/held-nights.ts";
import { rentalDate } from "../../../property/occupancy/rental-clock.ts";

/** SQL over a row of `bookings`: cancelation costs, from the policy copied at creation (bookings.md, Cancelation policies). */

/** Days from today, or from the cancelation, to arrival; 0 after arrival. */
export const daysLeft = `greatest(${arrivalDate} - ${rentalDate(`coalesce(${canceledAt}, now())`)}, 0)`;

/** The item with the fewest days ≥ `days`; null if there is none. The days are ascending. */
const itemAt = (column: string, days: string): string =>
  `bookings.${column}[width_bucket(${days} - 1, bookings.cancelation_days) + 1]`;

/** The item that applies today, or on the day of the cancelation; null if none does. Canceling a hold is free. */
const appliedItem = (column: string): string => `case when bookings.booked then ${itemAt(column, daysLeft)} end`;
export const appliedDays = appliedItem("cancelation_days");
export const appliedPercentage = appliedItem("cancelation_percentages");

const minorDigits = `case when bookings.currency in (${[...wholeCurrencies].map((code) => `'${code}'`).join(", ")}) then 0 else 2 end`;

/**
 * The cost of canceling today, or on the day of the cancelation; null without a price or a policy. Canceling a hold is free.
 */
export const cancelationPenalty =
  "case when bookings.cancelation_days is not null and not bookings.unavailable then" +
  ` round(bookings.final_price * coalesce(${appliedPercentage}, 0) / 100, ${minorDigits})::numeric(12, 2) end`;

const lastFreeDay = `${arrivalDate} - fewest_free_days(bookings.cancelation_days, bookings.cancelation_percentages)`;

/**
 * The last free day: the day before an item begins, or the arrival day.
 * Null without a policy, or if that day had passed when the booking was created.
 */
export const freeCancelationUntil =
  "case when bookings.cancelation_days is not null and not bookings.unavailable" +
  ` and ${lastFreeDay} >= ${rentalDate("bookings.created_at")} then ${lastFreeDay} end`;

/** The id of the booking's copy of the policy. */
export const policyOfBooking =
  "case when bookings.cancelation_days is not null then (select rental_cancelation_policies.id from rental_cancelation_policies" +
  " where rental_cancelation_policies.account_id = :account_of(bookings) and rental_cancelation_policies.booking_id = bookings.id) end";
