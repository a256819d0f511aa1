const newest = (table: string, owner: string): string =>
  `(select max(rental_agreements.id) from rental_agreements where rental_agreements.account_id = ${table}.account_id and ${owner})`;

/** SQL: the newest agreement of a rental, else of its account. @param rentalId of the row of `table` */
export const agreementOfRental = (table: string, rentalId: string): string =>
  `coalesce(${newest(table, `rental_agreements.rental_id = ${rentalId}`)}, ` +
  `${newest(table, "rental_agreements.rental_id is null and rental_agreements.booking_id is null")})`;

/** SQL: the newest agreement of a booking, else of its rental, else of its account. */
export const agreementOfBooking =
  `coalesce(${newest("bookings", "rental_agreements.booking_id = bookings.id")}, ` +
  `${agreementOfRental("bookings", "bookings.rental_id")})`;
