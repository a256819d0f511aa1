import type { MoveGuest } from "../../stays/clients/guest-move.ts";

/** Points a merged client's references to the record that was kept, so that importing the file again updates nothing. */
export const moveGuestInImports: MoveGuest = async ({ transaction, account }, { from, to }) => {
  await transaction.run(
    `update imported_records set record_id = $3, updated_at = statement_timestamp()
     where account_id = $1 and kind = 'clients' and record_id = $2`,
    [account.id, from, to],
  );
};
