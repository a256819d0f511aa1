import { TakenNights } from "../plan/nights.ts";
import type { ExportedBooking } from "./write-calendar.ts";

/** Adds the free preparation nights around stays, as separate events that move with their stay. */
export function preparedBookings(bookings: readonly ExportedBooking[]): ExportedBooking[] {
  if (bookings.every(({ preparationDays }) => preparationDays === 0)) return [...bookings];
  const taken = new TakenNights(bookings);
  return bookings.flatMap((booking) => {
    const { uid, arrival, departure, preparationDays: days } = booking;
    const around = [
      { name: "before", nights: { arrival: arrival - days, departure: arrival } },
      { name: "after", nights: { arrival: departure, departure: departure + days } },
    ];
    const prepared = around.flatMap(({ name, nights }) =>
      taken.freeIn(nights).map((free, index) => ({
        ...booking,
        ...free,
        uid: `preparation-${name}-${index}-${uid}`,
        foreignUid: null,
        summary: "Not available",
      })),
    );
    return [booking, ...prepared];
  });
}
