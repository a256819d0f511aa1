import type { MoveGuest } from "../clients/guest-move.ts";

/** Moves a merged guest's forms and signatures. */
export const moveGuestInPortal: MoveGuest = async ({ transaction, account }, { from, to }) => {
  const values = [account.id, from, to];
  await transaction.run(
    "update guest_forms set client_id = $3, updated_at = statement_timestamp() where account_id = $1 and client_id = $2",
    values,
  );
  await transaction.run(
    "update agreement_signatures set client_id = $3, updated_at = statement_timestamp() where account_id = $1 and client_id = $2",
    values,
  );
};
