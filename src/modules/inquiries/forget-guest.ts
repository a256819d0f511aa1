import { erasedText, type ForgetGuest } from "../clients/guest-data.ts";
import { inquiry } from "./inquiry.ts";

/** The address that stands where the address of who asked was; nobody can have it (RFC 6761). */
const erasedEmail = "erased@erased.invalid";

/** Erases the inquiries of a guest: those that became one of their bookings, and those from an address that the client has. */
export const forgetGuestInInquiries: ForgetGuest = async ({ transaction, account }, { id, emails }) => {
  const rows = await transaction.rows<{ id: number }>(
    `update inquiries set firstname = $3, lastname = $3, email = $4, phone = null, country_code = null, message = null,
       forgotten_at = clock_timestamp(), updated_at = clock_timestamp()
     where account_id = $1 and forgotten_at is null and (
       booking_id in (select bookings.id from bookings where bookings.account_id = $1 and bookings.client_id = $2)
       or lower(email) = any($5::text[])
     ) returning id`,
    [account.id, id, erasedText, erasedEmail, [...emails]],
  );
  return [{ resource: inquiry, ids: rows.map((row) => row.id) }];
};
