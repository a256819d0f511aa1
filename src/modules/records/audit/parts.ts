import type { Resource } from "../../../kernel/resource.ts";
import { bookingsPayment } from "../../money/payments/bookings-payment.ts";
import { payment } from "../../money/payments/payment.ts";
import { availability } from "../../pricing/calendar/availability.ts";
import { rentalsFee } from "../../pricing/fees/rentals-fee.ts";
import { rentalCancelationPolicy } from "../../pricing/policies/rental-cancelation-policy.ts";
import { rateOverride } from "../../pricing/rates/rate-override.ts";
import { specialOffer } from "../../pricing/rates/special-offer.ts";
import { rentalContact } from "../../property/contacts/rental-contact.ts";
import { photo } from "../../property/photos/photo.ts";
import { rental } from "../../property/rentals/rental.ts";
import { rentalAmenity } from "../../property/rentals/rental-amenity.ts";
import { bathroom } from "../../property/rentals/rooms/bathroom.ts";
import { bedroom } from "../../property/rentals/rooms/bedroom.ts";
import { livingRoom } from "../../property/rentals/rooms/living-room.ts";
import { bookingsFee } from "../../stays/bookings/bill/bookings-fee.ts";
import { bookingsTax } from "../../stays/bookings/bill/bookings-tax.ts";
import { booking } from "../../stays/bookings/booking.ts";
import { bookingComment } from "../../stays/bookings/booking-comment.ts";
import { calendarFeed } from "../../stays/feeds/calendar-feed.ts";

/** Rows with their account, resource and id, as the audit names them. */
function rowsWhere({ name, table }: Resource, condition: string): string {
  return `select ${table}.account_id, '${name}' collate "C", ${table}.id::text collate "C" from ${table} where ${table}.account_id = :account_of(${table}) and ${condition}`;
}

/** SQL: the change is of one of these rows. They are computed once, and then found by changes_of_record. */
const changeOf = (rows: readonly string[]): string =>
  `(changes.account_id, changes.resource, changes.record_id) in (${rows.join(" union all ")})`;

const bookingParts = [bookingsFee, bookingsTax, bookingComment, bookingsPayment];

/** SQL: a change of the bookings or of their parts. A removed part is found while its row remains. */
export const changeOfBookings = changeOf([
  rowsWhere(booking, "bookings.id = any(:booking_id)"),
  ...bookingParts.map((part) => rowsWhere(part, `${part.table}.booking_id = any(:booking_id)`)),
  rowsWhere(
    payment,
    `payments.id in (select payment_id from bookings_payments where bookings_payments.account_id = :account_of(payments) and bookings_payments.booking_id = any(:booking_id))`,
  ),
]);

const rentalParts = [
  ...[bedroom, bathroom, livingRoom, rentalAmenity, rentalContact, photo],
  ...[specialOffer, rateOverride, rentalsFee, rentalCancelationPolicy, calendarFeed, booking],
];

/** SQL: a change of the rentals, their calendars, parts or bookings. */
export const changeOfRentals = changeOf([
  rowsWhere(rental, "rentals.id = any(:rental_id)"),
  rowsWhere({ ...availability, table: rental.table }, "rentals.id = any(:rental_id)"),
  ...rentalParts.map((part) => rowsWhere(part, `${part.table}.rental_id = any(:rental_id)`)),
]);
