import { formatDay } from "../../../../core/day.ts";
import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { hasNightIn, isLive } from "../../../property/occupancy/held-nights.ts";

/** The nights that need units of a fee: SQL dates, and the condition for bookings that use some. */
interface StockNights {
  readonly arrival: string;
  readonly departure: string;
  /** `isLive` or a stricter one. */
  readonly live?: string;
}

/**
 * SQL over `fees`, with `$1` the account: units of the fee on the busiest of these nights. A hold uses its units until it ends
 * (guests.md, Portal).
 */
export const unitsInUse = ({ arrival, departure, live = isLive }: StockNights): string => `coalesce((
  select max(taken.units) from (
    select sum(lines.times_booked)::integer as units
    from generate_series(${arrival}, ${departure} - 1, interval '1 day') as night
    join bookings on bookings.account_id = $1 and ${hasNightIn(arrival, departure)} and bookings.nights @> night::date and ${live}
    join bookings_fees as lines on lines.account_id = $1 and lines.booking_id = bookings.id and lines.fee_id = fees.id
      and lines.canceled_at is null
    group by night
  ) as taken
), 0)`;

/**
 * Locks the fees of these rentals fees until the transaction ends: concurrent guests wait, and see the remaining stock. Lock the calendars first.
 */
export async function lockStock(
  { transaction, account }: AccountTransaction,
  rentalsFees: readonly number[],
): Promise<void> {
  await transaction.run(
    `select from fees where account_id = $1 and id in (
       select fee_id from rentals_fees where rentals_fees.account_id = $1 and rentals_fees.id = any($2::bigint[])
     ) order by id for no key update`,
    [account.id, `{${rentalsFees.join(",")}}`],
  );
}

/**
 * Checks that the extras of a guest's expired hold are still in stock, and locks them: a late payment must not oversell what others have
 * taken since. Managers' bookings may exceed a stock.
 */
export async function checkStockOfHold(
  context: AccountTransaction,
  booking: number,
  { arrival, departure }: { readonly arrival: number; readonly departure: number },
  errors: ValidationErrors,
): Promise<void> {
  const { transaction, account } = context;
  const lines = await transaction.rows<{ rentals_fee_id: number }>(
    `select bookings_fees.rentals_fee_id from bookings_fees
     join fees on fees.account_id = $1 and fees.id = bookings_fees.fee_id and fees.stock is not null
     where bookings_fees.account_id = $1 and bookings_fees.booking_id = $2 and bookings_fees.canceled_at is null
       and bookings_fees.rentals_fee_id is not null
       and exists (select from site_bookings where site_bookings.account_id = $1 and site_bookings.booking_id = $2)`,
    [account.id, booking],
  );
  if (lines.length === 0) return;
  await lockStock(
    context,
    lines.map((line) => line.rentals_fee_id),
  );
  const isOversold = await transaction.run(
    `select from bookings_fees as own join fees on fees.account_id = $1 and fees.id = own.fee_id
     where own.account_id = $1 and own.booking_id = $2 and own.canceled_at is null and own.rentals_fee_id is not null
     group by fees.id, fees.stock
     having sum(own.times_booked) + ${unitsInUse({ arrival: "$3::date", departure: "$4::date" })} > fees.stock limit 1`,
    [account.id, booking, formatDay(arrival), formatDay(departure)],
  );
  if (isOversold > 0) errors.add("base", "an extra of it has been sold out since");
}
