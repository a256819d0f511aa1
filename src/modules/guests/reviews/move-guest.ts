import type { MoveGuest } from "../../stays/clients/guest-move.ts";

/** What a guest has written of stays, and what was written of the guest. */
export const moveGuestInReviews: MoveGuest = async ({ transaction, account }, { from, to }) => {
  const values = [account.id, from, to];
  await transaction.run(
    "update reviews set client_id = $3, updated_at = clock_timestamp() where account_id = $1 and client_id = $2",
    values,
  );
  await transaction.run(
    "update host_reviews set client_id = $3, updated_at = clock_timestamp() where account_id = $1 and client_id = $2",
    values,
  );
};
