import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { erasedText, erasing, type ForgetGuest } from "../../clients/guest-data.ts";
import { booking } from "../booking.ts";
import { bookingComment } from "../booking-comment.ts";

/** Locks clients' bookings. Lock order: bookings before clients. */
export async function lockBookingsOfGuests(
  { transaction, account }: AccountTransaction,
  clients: readonly number[],
): Promise<void> {
  await transaction.run(
    "select from bookings where account_id = $1 and client_id = any($2::bigint[]) order by id for no key update",
    [account.id, `{${clients.join(",")}}`],
  );
}

/**
 * Erases a guest's personal data in their bookings, mirrors and comments.
 * Also clears the door code; unlike the rest it may be set again, because an upcoming stay needs one.
 */
export const eraseGuestInBookings: ForgetGuest = async ({ transaction, account }, { id }) => {
  const bookings = await transaction.rows<{ id: number }>(
    `update bookings set ${erasing(booking)}, door_key_code = null, updated_at = statement_timestamp()
     where account_id = $1 and (client_id = $2 or created_by_type = 'Booking' and created_by_id in (
       select of_guest.id from bookings as of_guest where of_guest.account_id = $1 and of_guest.client_id = $2
     )) returning id`,
    [account.id, id],
  );
  const ids = bookings.map((row) => row.id);
  const comments = await transaction.rows<{ id: number }>(
    `update booking_comments set content = $3, updated_at = statement_timestamp()
     where account_id = $1 and booking_id = any($2::bigint[]) returning id`,
    [account.id, `{${ids.join(",")}}`, erasedText],
  );
  return [
    { resource: booking, ids, additional: ["door_key_code"] },
    { resource: bookingComment, ids: comments.map((row) => row.id) },
  ];
};
