import type { MoveGuest } from "../../clients/guest-move.ts";

/** Moves a guest's bookings, including canceled ones. */
export const moveGuestInBookings: MoveGuest = async ({ transaction, account }, { from, to }) => {
  await transaction.run(
    "update bookings set client_id = $3, updated_at = statement_timestamp() where account_id = $1 and client_id = $2",
    [account.id, from, to],
  );
};
