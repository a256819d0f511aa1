import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import type { CalendarEvent } from "../read/calendar-event.ts";

/**
 * SQL: a booking's UID before the `@`. The salt keeps another Roost's booking with the same id from matching.
 */
export const uidOfBooking =
  "'booking-' || bookings.id || '-' || substring(encode(bookings.link_salt, 'hex') from 1 for 16)";

/** A stay, or the nights around it that an export adds; or another Roost's part of one of both. */
const pattern = /^(?:part-\d+-)*(?:preparation-(?:before|after)-\d+-)?(booking-([1-9]\d{0,15})-[0-9a-f]{16})@/;

/** Whether a UID comes from a Roost, this one or another. */
export const isBookingUid = (uid: string): boolean => pattern.test(uid);

/** The UID of a further booking for an event from a Roost. */
export const partUid = (uid: string, booking: number): string => `part-${booking}-${uid}`;

/** SQL: a mirror's origin, or the booking itself. */
export const family = (of: string): string =>
  `case when ${of}.created_by_type = 'Booking' then ${of}.created_by_id else ${of}.id end`;

/**
 * Removes echoes: the rental's own bookings that come back from readers of our export. Includes canceled ones, which readers drop later,
 * and bookings of linked rentals; otherwise two Roosts that read each other would block nights for each other forever.
 */
export async function withoutOwn(
  { transaction, account }: AccountTransaction,
  rental: number,
  events: readonly CalendarEvent[],
): Promise<readonly CalendarEvent[]> {
  const ids = events.flatMap(({ uid }) => pattern.exec(uid)?.[2] ?? []);
  if (ids.length === 0) return events;
  const rows = await transaction.rows<{ name: string }>(
    `select ${uidOfBooking} as name from bookings
     where bookings.account_id = $1 and bookings.id = any ($3::bigint[]) and (bookings.rental_id = $2 or exists (
       select from bookings as kin where kin.account_id = $1 and kin.rental_id = $2
         and (kin.canceled_at is null or bookings.canceled_at is not null)
         and (kin.id = ${family("bookings")} or kin.created_by_type = 'Booking' and kin.created_by_id = ${family("bookings")})))`,
    [account.id, rental, `{${ids.join(",")}}`],
  );
  const own = new Set(rows.map(({ name }) => name));
  return events.filter(({ uid }) => !own.has(pattern.exec(uid)?.[1] ?? ""));
}
