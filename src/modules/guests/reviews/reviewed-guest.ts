import type { Ownership } from "../../../kernel/resource.ts";

/**
 * SQL: the client that wrote or received a review: the booking's guest when it was written, otherwise the current one.
 * @param table `reviews` or `host_reviews`
 */
export const guestOf = (table: string): string =>
  `coalesce(${table}.client_id, (select bookings.client_id from bookings
    where bookings.account_id = :account_of(${table}) and bookings.id = ${table}.booking_id))`;

/** The protection of that guest's data (bookings.md, Personal data). */
export const protectionOf = (table: string) => {
  const guestWith = (condition: string) =>
    `exists (select from clients where clients.account_id = :account_of(${table}) and clients.id = ${guestOf(table)} and ${condition})`;
  return {
    erased: guestWith("clients.forget_me_at is not null"),
    restricted: guestWith("clients.processing_restricted_at is not null"),
  };
};

/**
 * Review writers see all reviews; everyone else sees those permitted for the public.
 * @param shown SQL: the review is permitted
 */
export const ownershipOf = (shown: string): Ownership => ({
  scope: "bookings_write_owned",
  fullReaders: ["reviews_write"],
  ownRows: shown,
  openRows: shown,
});
