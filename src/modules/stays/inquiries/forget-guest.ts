import { erasedText, type ForgetGuest } from "../clients/guest-data.ts";
import { holdAddresses } from "./address-lock.ts";
import { isOfGuest } from "./inquiries-of-guest.ts";
import { inquiry } from "./inquiry.ts";

/** The address that stands where the address of who asked was; nobody can have it (RFC 6761). */
const erasedEmail = "erased@erased.invalid";

/** Erases the inquiries of a guest; also one that is stored at this moment. */
export const forgetGuestInInquiries: ForgetGuest = async (context, { id, emails }) => {
  const { transaction, account } = context;
  await holdAddresses(context, emails, "to forget");
  const rows = await transaction.rows<{ id: number }>(
    `update inquiries set firstname = $3, lastname = $3, email = $4, phone = null, country_code = null, message = null,
       forgotten_at = clock_timestamp(), updated_at = clock_timestamp()
     where account_id = $1 and forgotten_at is null and ${isOfGuest} returning id`,
    [account.id, id, erasedText, erasedEmail],
  );
  return [{ resource: inquiry, ids: rows.map((row) => row.id) }];
};
