/** Describes the relation of an answer to its guest. */
export const answeredBy = "The guest who answered, even if the booking has another guest by now; null if unknown.";

/** SQL: how the data of the guest who answered is protected (bookings.md, Personal data). @param table a table with `client_id` */
export const protectedByGuest = (table: string) => {
  const guestWith = (condition: string): string =>
    `exists (select from clients where clients.account_id = :account_of(${table}) and clients.id = ${table}.client_id and ${condition})`;
  return {
    erased: guestWith("clients.forget_me_at is not null"),
    restricted: guestWith("clients.processing_restricted_at is not null"),
  };
};
