import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import type { WantedEvent } from "../read/wanted-event.ts";

/**
 * SQL: the name of a booking in calendars, before the `@`. The mark is nobody's to guess: an event of another Roost whose booking has
 * the same number is not taken for ours.
 */
export const uidOfBooking =
  "'booking-' || bookings.id || '-' || substring(encode(bookings.link_salt, 'hex') from 1 for 16)";

const pattern = /^booking-([1-9]\d{0,15})-[0-9a-f]{16}@/;

/** Whether a UID has the form of ours: of this service, or of another Roost. */
export const isBookingUid = (uid: string): boolean => pattern.test(uid);

/** SQL: the booking that a mirror is one of; of any other booking, itself. */
export const family = (of: string): string =>
  `case when ${of}.created_by_type = 'Booking' then ${of}.created_by_id else ${of}.id end`;

/**
 * Leaves out the events that are bookings of the rental which come back from whoever has read our export: also canceled ones, which
 * others forget later than we do. A booking of a linked rental is kept here by its mirror, and comes back as either of them: otherwise two
 * Roosts whose linked rentals read each other would keep nights for each other that nobody has any more.
 */
export async function withoutOwn(
  { transaction, account }: AccountTransaction,
  rental: number,
  wanted: readonly WantedEvent[],
): Promise<readonly WantedEvent[]> {
  const named = wanted.flatMap(({ uid }) => pattern.exec(uid)?.[1] ?? []);
  if (named.length === 0) return wanted;
  const rows = await transaction.rows<{ name: string }>(
    `select ${uidOfBooking} as name from bookings
     where bookings.account_id = $1 and bookings.id = any ($3::bigint[]) and (bookings.rental_id = $2 or exists (
       select from bookings as kin where kin.account_id = $1 and kin.rental_id = $2
         and (kin.canceled_at is null or bookings.canceled_at is not null)
         and (kin.id = ${family("bookings")} or kin.created_by_type = 'Booking' and kin.created_by_id = ${family("bookings")})))`,
    [account.id, rental, `{${named.join(",")}}`],
  );
  const own = new Set(rows.map(({ name }) => name));
  return wanted.filter(({ uid }) => !own.has(uid.slice(0, uid.indexOf("@"))));
}
