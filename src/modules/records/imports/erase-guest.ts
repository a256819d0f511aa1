import type { ForgetGuest } from "../../stays/clients/guest-data.ts";

/** Erases the digests of a guest's lines. References stay: importing the file again reports that the guest is forgotten. */
export const eraseGuestInImports: ForgetGuest = async ({ transaction, account }, { id }) => {
  await transaction.run(
    `update imported_records set digest = null, updated_at = statement_timestamp()
     where account_id = $1 and (kind = 'clients' and record_id = $2 or kind = 'bookings' and record_id in (
       select bookings.id from bookings where bookings.account_id = $1 and bookings.client_id = $2
     ))`,
    [account.id, id],
  );
  // No resource shows a digest.
  return [];
};
