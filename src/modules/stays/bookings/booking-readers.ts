/** Who sees the inside of a booking: also the application that made it … */
export const insiders = ["bookings_write_owned", "bookings_read", "bookings_write"] as const;
/** … and who sees what is the account's own affair. */
export const office = ["bookings_read", "bookings_write"] as const;
