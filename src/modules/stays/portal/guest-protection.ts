/** SQL: how the data of a booking's guest is protected (bookings.md, Personal data). @param table a table with `booking_id` */
export const protectedByGuest = (table: string) => {
  const guestWith = (condition: string): string =>
    `exists (select from bookings join clients on clients.account_id = :account_of(bookings) and clients.id = bookings.client_id
      where bookings.account_id = :account_of(${table}) and bookings.id = ${table}.booking_id and ${condition})`;
  return {
    erased: guestWith("clients.forget_me_at is not null"),
    restricted: guestWith("clients.processing_restricted_at is not null"),
  };
};
