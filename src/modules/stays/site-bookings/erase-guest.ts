import type { ForgetGuest } from "../clients/guest-data.ts";

/** Erases the digests of a guest's browser and network. The holds' limits count them for a day only. */
export const eraseGuestInSiteBookings: ForgetGuest = async ({ transaction, account }, { id }) => {
  await transaction.run(
    `update site_bookings set visitor = null, network = null where account_id = $1 and network is not null and booking_id in (
       select id from bookings where bookings.account_id = $1 and bookings.client_id = $2
     )`,
    [account.id, id],
  );
  return [];
};
