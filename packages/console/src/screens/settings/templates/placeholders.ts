/** The names that a text may have in double braces (docs/concepts/inbox.md). */
export const placeholders = [
  ...(["guest.firstname", "guest.lastname", "guest.fullname", "host.firstname", "host.lastname"] as const),
  ...(["booking.reference", "booking.arrival", "booking.arrival_time", "booking.departure"] as const),
  ...(["booking.departure_time", "booking.nights", "booking.adults", "booking.children", "booking.guests"] as const),
  ...(["booking.price", "rental.name", "rental.city", "account.name"] as const),
];
