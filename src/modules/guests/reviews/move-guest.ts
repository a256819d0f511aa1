import type { MoveGuest } from "../../stays/clients/guest-move.ts";

/** Moves reviews by and about a merged guest. */
export const moveGuestInReviews: MoveGuest = async ({ transaction, account }, { from, to }) => {
  const values = [account.id, from, to];
  await transaction.run(
    "update reviews set client_id = $3, updated_at = statement_timestamp() where account_id = $1 and client_id = $2",
    values,
  );
  await transaction.run(
    "update host_reviews set client_id = $3, updated_at = statement_timestamp() where account_id = $1 and client_id = $2",
    values,
  );
};
