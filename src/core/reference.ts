/** The reference of a booking: its id in base 36, upper case, zero-padded to six places (bookings.md). 80 is `000028`. */
export function bookingReference(id: number): string {
  return id.toString(36).toUpperCase().padStart(6, "0");
}

/** The id of the booking with a reference, whatever its capitals and leading zeros; undefined where there can be none. */
export function bookingId(reference: string): number | undefined {
  if (!/^[0-9a-z]{1,12}$/i.test(reference)) return undefined;
  const id = Number.parseInt(reference, 36);
  return Number.isSafeInteger(id) ? id : undefined;
}
