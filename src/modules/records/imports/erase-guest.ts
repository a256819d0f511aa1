import type { ForgetGuest } from "../../stays/clients/guest-data.ts";
import { eraseImports } from "./resource/erase-imports.ts";

/**
 * Erases the digests of a guest's lines, and every file that may hold them. References stay: importing the file again reports that the
 * guest is forgotten.
 */
export const eraseGuestInImports: ForgetGuest = async (context, { id }) => {
  const { transaction, account } = context;
  await transaction.run(
    `update imported_records set digest = null, updated_at = statement_timestamp()
     where account_id = $1 and (kind = 'clients' and record_id = $2 or kind = 'bookings' and record_id in (
       select bookings.id from bookings where bookings.account_id = $1 and bookings.client_id = $2
     ))`,
    [account.id, id],
  );
  const files = await transaction.rows<{ id: number }>(
    "select id from imports where account_id = $1 and stored_file_id is not null and kind not in ('rentals', 'rates') order by id",
    [account.id],
  );
  await eraseImports(
    context,
    files.map(({ id }) => id),
  );
  // No resource shows a digest, and no change records an import.
  return [];
};
