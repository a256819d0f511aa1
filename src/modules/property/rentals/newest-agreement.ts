const newest = (table: string, owner: string): string =>
  `(select max(rental_agreements.id) from rental_agreements where rental_agreements.account_id = :account_of(${table}) and ${owner})`;

/** SQL: a rental's newest agreement, else its account's. @param rentalId SQL for the rental's id in `table` */
export const agreementOfRental = (table: string, rentalId: string): string =>
  `coalesce(${newest(table, `rental_agreements.rental_id = ${rentalId}`)}, ` +
  `${newest(table, "rental_agreements.rental_id is null and rental_agreements.booking_id is null")})`;

/** SQL: a booking's newest agreement, else its rental's, else its account's. */
export const agreementOfBooking =
  `coalesce(${newest("bookings", "rental_agreements.booking_id = bookings.id")}, ` +
  `${agreementOfRental("bookings", "bookings.rental_id")})`;
