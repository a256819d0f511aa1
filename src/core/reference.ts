/** A booking's reference: its id in base 36, upper case, padded to six characters (bookings.md). 80 is `000028`. */
export function bookingReference(id: number): string {
  return id.toString(36).toUpperCase().padStart(6, "0");
}

/** The booking id of a reference, ignoring case and leading zeros; undefined for an invalid reference. */
export function bookingId(reference: string): number | undefined {
  if (!/^[0-9a-z]{1,12}$/i.test(reference)) return undefined;
  const id = Number.parseInt(reference, 36);
  return Number.isSafeInteger(id) ? id : undefined;
}
