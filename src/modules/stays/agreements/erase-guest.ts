import { erasedText, type ForgetGuest } from "../clients/guest-data.ts";
import { rentalAgreement } from "./rental-agreement.ts";

/** Erases agreements of a guest's bookings, which name the signer. Agreements of rentals and the account stay. */
export const eraseGuestInAgreements: ForgetGuest = async ({ transaction, account }, { id }) => {
  const rows = await transaction.rows<{ id: number }>(
    `update rental_agreements set updated_at = statement_timestamp(),
       body = (select jsonb_object_agg(locale, $3::text) from jsonb_object_keys(body) as locale)
     where account_id = $1 and body <> '{}' and booking_id in (
       select bookings.id from bookings where bookings.account_id = $1 and bookings.client_id = $2
     ) returning id`,
    [account.id, id, erasedText],
  );
  return [{ resource: rentalAgreement, ids: rows.map((row) => row.id), additional: ["body_translations"] }];
};
