import type { ForgetGuest } from "../../stays/clients/guest-data.ts";

/**
 * Erases the requests and previews of all proposals, which may name the guest anywhere. Pending ones expire: they would end within
 * minutes anyway.
 */
export const eraseGuestInProposals: ForgetGuest = async ({ transaction, account }) => {
  await transaction.run(
    `update proposals set body = null, preview = null, state = case when state = 'pending' then 'expired' else state end, updated_at = statement_timestamp()
     where account_id = $1 and body is not null`,
    [account.id],
  );
  // No change records these columns.
  return [];
};
