import { booking } from "../bookings/booking.ts";
import { archiveFeesOfRental } from "../fees/archive-fee.ts";
import { liveCondition } from "../../kernel/read/columns.ts";
import { invalid } from "../../kernel/errors.ts";
import type { WriteContext } from "../../kernel/write/context.ts";
import { endRecord } from "../../kernel/write/store.ts";
import { bathroom } from "./bathroom.ts";
import { bedroom } from "./bedroom.ts";
import { livingRoom } from "./living-room.ts";
import { rentalAmenity } from "./rental-amenity.ts";
import { midTermRateMap } from "../rates/mid-term-rate-map.ts";
import { nightlyRateMap } from "../rates/nightly-rate-map.ts";
import { rate } from "../rates/static/rate.ts";
import { specialOffer } from "../rates/special-offer.ts";
import { rentalsTax } from "../taxes/rentals-tax.ts";
import { applicationsPeriodsRental } from "../applications/applications-periods-rental.ts";
import { rental } from "./rental.ts";

const parts = [
  bathroom,
  bedroom,
  livingRoom,
  rentalAmenity,
  specialOffer,
  rentalsTax,
  applicationsPeriodsRental,
  nightlyRateMap,
  midTermRateMap,
  rate,
];

/**
 * Deletes a rental with its rooms, amenities, fees, taxes, offers, maps and static rates; its past bookings keep it. The rental is locked by now,
 * as it is by every verb that takes nights of it: no booking slips in.
 * @throws Refusal 422 while live bookings are under way or ahead: not canceled, no expired hold, ending after now
 */
export async function destroyRental(context: WriteContext, id: number): Promise<void> {
  const { transaction, account } = context;
  const ahead = await transaction.row<{ count: number }>(
    `select count(*) from bookings where account_id = $1 and rental_id = $2 and ${liveCondition(booking)} and end_at > now()`,
    [account.id, id],
  );
  if (ahead && ahead.count > 0) {
    throw invalid({
      base: [`cannot be deleted while bookings are under way or ahead (${ahead.count}): cancel them first`],
    });
  }
  for (const { table } of parts) {
    await transaction.run(
      `update ${table} set deleted_at = clock_timestamp(), updated_at = clock_timestamp() where account_id = $1 and rental_id = $2 and deleted_at is null`,
      [account.id, id],
    );
  }
  await archiveFeesOfRental(context, id);
  await endRecord(context, rental, id);
}
