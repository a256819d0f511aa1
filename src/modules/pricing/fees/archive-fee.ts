import type { WriteContext } from "../../../kernel/write/context.ts";
import { endRecord } from "../../../kernel/write/end-record.ts";
import { touchRentals } from "../../property/rentals/touch-rental.ts";
import { fee } from "./fee.ts";

/** Archives a fee with its rentals fees: new bookings no longer include it, existing ones keep it. */
export async function archiveFee(context: WriteContext, id: number): Promise<void> {
  const { transaction, account } = context;
  const rentals = await transaction.rows<{ rental_id: number }>(
    "select rental_id from rentals_fees where account_id = $1 and fee_id = $2 and archived_at is null",
    [account.id, id],
  );
  await touchRentals(
    context,
    rentals.map((row) => row.rental_id),
  );
  await endRecord(context, fee, id);
}
