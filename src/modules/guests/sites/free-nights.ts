import { availabilityMap } from "../../../core/calendar/availability-map.ts";
import { formatDay } from "../../../core/day.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { arrivalDate, departureDate, hasNightIn, isLive, state } from "../../property/occupancy/held-nights.ts";
import { maxPreparationDays } from "../../property/occupancy/preparation.ts";

/** A rental whose nights are read. */
interface Calendar {
  readonly account: number;
  readonly rental: number;
  readonly preparationDays: number;
}

/**
 * The free nights of a rental: one character per night from `from` (an epoch day) on, 0 for a free one.
 * @param nights the length of the text
 */
export async function freeNights(
  transaction: Transaction,
  { account, rental, preparationDays }: Calendar,
  from: number,
  nights: number,
): Promise<string> {
  const rows = await transaction.rows<{
    arrival: number;
    departure: number;
    status: "booked" | "tentative" | "unavailable";
    needs_preparation: boolean;
  }>(
    `select ${arrivalDate} as arrival, ${departureDate} as departure, ${state} as status, bookings.needs_preparation
     from bookings where bookings.account_id = $1 and bookings.rental_id = $2 and ${isLive} and ${hasNightIn("$3::date", "$4::date")}`,
    [account, rental, formatDay(from - maxPreparationDays), formatDay(from + nights + maxPreparationDays)],
  );
  const held = rows.map(({ arrival, departure, status, needs_preparation: isPrepared }) => ({
    ...{ arrival, departure, status, isPrepared },
  }));
  return availabilityMap(held, { from, preparation: preparationDays, boolean: true }).slice(0, nights);
}
