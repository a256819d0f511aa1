import { invalid } from "../../../kernel/errors.ts";
import { withAccount } from "../../../kernel/read/parameters.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { endRecord } from "../../../kernel/write/end-record.ts";
import { isAhead, isLive, isMirror } from "../occupancy/held-nights.ts";
import { rental } from "./rental.ts";

/**
 * Deletes a locked rental with its dependent records; past bookings keep referring to it. Its upcoming mirrors end with it.
 * The lock keeps new bookings out.
 * @throws RequestError 422 while it has current or upcoming live bookings
 */
export async function destroyRental(context: WriteContext, id: number): Promise<void> {
  const { transaction, account } = context;
  const ahead = await transaction.row<{ count: number }>(
    `select count(*) from bookings where account_id = $1 and rental_id = $2 and ${isLive} and ${withAccount(isAhead, "$1")} and not ${isMirror}`,
    [account.id, id],
  );
  if (ahead && ahead.count > 0) {
    throw invalid({
      base: [`cannot be deleted while it has current or upcoming bookings (${ahead.count}): cancel them first`],
    });
  }
  await endRecord(context, rental, id);
}
