import { invalid } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { endRecord } from "../../../kernel/write/end-record.ts";
import { isAhead, isLive, isMirror } from "../occupancy/held-nights.ts";
import { rental } from "./rental.ts";

/**
 * Deletes a rental with all that is declared to go with it; its past bookings keep it. The rental is locked by now, as it is by every
 * operation that takes nights of it: no booking slips in. Mirrors of bookings of other rentals keep nobody from deleting it; they end
 * with it, as a booking's `rental` says.
 * @throws RequestError 422 while live bookings are under way or ahead: not canceled, no expired hold, ending after now
 */
export async function destroyRental(context: WriteContext, id: number): Promise<void> {
  const { transaction, account } = context;
  const ahead = await transaction.row<{ count: number }>(
    `select count(*) from bookings where account_id = $1 and rental_id = $2 and ${isLive} and ${isAhead} and not ${isMirror}`,
    [account.id, id],
  );
  if (ahead && ahead.count > 0) {
    throw invalid({
      base: [`cannot be deleted while bookings are under way or ahead (${ahead.count}): cancel them first`],
    });
  }
  await endRecord(context, rental, id);
}
