/** Scopes that read a booking's details. The owned scope reads its application's own bookings. */
export const bookingReaders = ["bookings_write_owned", "bookings_read", "bookings_write"] as const;
/** Scopes that read the account's internal attributes. */
export const staffReaders = ["bookings_read", "bookings_write"] as const;
