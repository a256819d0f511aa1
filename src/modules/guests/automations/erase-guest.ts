import { eraseMailsAboutInquiries } from "../../platform/mails/forget-guest.ts";
import type { ForgetGuest } from "../../stays/clients/guest-data.ts";
import { inquiriesOfGuest } from "../../stays/inquiries/inquiries-of-guest.ts";
import { scheduledAction } from "./scheduled-action.ts";

/**
 * Erases what people wrote for a guest's actions, and what rules wrote about the guest's inquiries. The actions themselves are canceled
 * with the guest's data.
 */
export const eraseGuestInAutomations: ForgetGuest = async (context, { id }) => {
  const { transaction, account } = context;
  const inquiries = await inquiriesOfGuest(context, id);
  await eraseMailsAboutInquiries(context, inquiries);
  const rows = await transaction.rows<{ id: number }>(
    `update scheduled_actions set subject = null, content = null, forgotten_at = coalesce(forgotten_at, (select statement_timestamp())),
       updated_at = statement_timestamp()
     where account_id = $1 and (inquiry_id = any($3::bigint[])
       or booking_id in (select bookings.id from bookings where bookings.account_id = $1 and bookings.client_id = $2))
     returning id`,
    [account.id, id, `{${inquiries.join(",")}}`],
  );
  return [{ resource: scheduledAction, ids: rows.map((row) => row.id) }];
};
