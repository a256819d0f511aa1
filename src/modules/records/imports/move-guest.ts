import type { MoveGuest } from "../../stays/clients/guest-move.ts";

/** Under which names files know a guest: who imports one again means the record that was kept, which says more than the file by now. */
export const moveGuestInImports: MoveGuest = async ({ transaction, account }, { from, to }) => {
  await transaction.run(
    `update imported_records set record_id = $3, updated_at = clock_timestamp()
     where account_id = $1 and kind = 'clients' and record_id = $2`,
    [account.id, from, to],
  );
};
