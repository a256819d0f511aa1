import { erasedText, type ForgetGuest } from "../clients/guest-data.ts";
import { lockAddresses } from "./address-lock.ts";
import { isOfGuest } from "./inquiries-of-guest.ts";
import { inquiry } from "./inquiry.ts";

/** Replaces an erased address; `.invalid` addresses cannot exist (RFC 6761). */
const erasedEmail = "erased@erased.invalid";

/** Erases a guest's inquiries, including any that are just being stored. */
export const eraseGuestInInquiries: ForgetGuest = async (context, { id, emails }) => {
  const { transaction, account } = context;
  await lockAddresses(context, emails, "to forget");
  const rows = await transaction.rows<{ id: number }>(
    `update inquiries set firstname = $3, lastname = $3, email = $4, phone = null, country_code = null, message = null,
       forgotten_at = statement_timestamp(), updated_at = statement_timestamp()
     where account_id = $1 and forgotten_at is null and ${isOfGuest} returning id`,
    [account.id, id, erasedText, erasedEmail],
  );
  return [{ resource: inquiry, ids: rows.map((row) => row.id) }];
};
