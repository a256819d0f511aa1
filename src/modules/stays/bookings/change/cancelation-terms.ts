import { arrivalDate, canceledAt } from "../../../property/occupancy/held-nights.ts";

/** SQL over a row of `bookings`: what canceling it costs, by the items that were copied when it was made (bookings.md, Cancelation policies). */

const utcDate = (moment: string): string => `((${moment}) at time zone 'UTC')::date`;

/** Today, or the day on which it was canceled; after arrival as on the day itself. */
const daysLeft = `greatest(${arrivalDate} - ${utcDate(`coalesce(${canceledAt}, now())`)}, 0)`;

/** The percentage of the item with the fewest days that are still `days` or more; none is none. The days are ascending. */
const percentageAt = (days: string): string =>
  `coalesce(bookings.cancelation_percentages[width_bucket(${days} - 1, bookings.cancelation_days) + 1], 0)`;

const minorDigits = "case bookings.currency when 'JPY' then 0 else 2 end";

/**
 * What canceling today would cost, or did cost on the day of the cancelation; null without a price or a policy. A hold costs nothing: nobody
 * has agreed yet, and it may as well expire.
 */
export const cancelationPenalty =
  "case when bookings.cancelation_days is not null and not bookings.unavailable then" +
  ` round(bookings.final_price * case when bookings.booked then ${percentageAt(daysLeft)} else 0 end / 100, ${minorDigits})::numeric(12, 2) end`;

/**
 * The last day on which canceling costs nothing; null without a policy, and where that day was over when the booking was made. It is as
 * many days before arrival as none, or one more than those of an item.
 */
export const freeCancelationUntil =
  "case when bookings.cancelation_days is not null and not bookings.unavailable then (select free.day from" +
  ` (select ${arrivalDate} - min(days) - 1 as day from unnest(-1 || bookings.cancelation_days) as days` +
  ` where ${percentageAt("(days + 1)")} = 0) as free where free.day >= ${utcDate("bookings.created_at")}) end`;

/** The booking's copy of the policy. */
export const policyOfBooking =
  "case when bookings.cancelation_days is not null then (select rental_cancelation_policies.id from rental_cancelation_policies" +
  " where rental_cancelation_policies.account_id = bookings.account_id and rental_cancelation_policies.booking_id = bookings.id) end";
