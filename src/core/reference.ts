/** The reference of a booking: its id in base 36, upper case, zero-padded to six places (bookings.md). 80 is `000028`. */
export function bookingReference(id: number): string {
  return id.toString(36).toUpperCase().padStart(6, "0");
}
