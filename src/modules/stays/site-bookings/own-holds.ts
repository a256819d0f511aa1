import { formatDay } from "../../../core/day.ts";
import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { hasNightIn, isLive } from "../../property/occupancy/held-nights.ts";
import { endHold } from "../bookings/expire-holds.ts";

/** The nights of a stay in a rental; epoch days. */
export interface Nights {
  readonly rental: number;
  readonly arrival: number;
  readonly departure: number;
}

/** SQL: selects the live bookings with which visitor `$2` has a night from `$4` to `$5` in rental `$3` of account `$1`. */
export const ownBookings = `select bookings.id from site_bookings
  join bookings on bookings.account_id = $1 and bookings.id = site_bookings.booking_id
  where site_bookings.account_id = $1 and site_bookings.visitor = $2 and bookings.rental_id = $3::bigint
    and ${isLive} and ${hasNightIn("$4::date", "$5::date")}`;

/** SQL: holds without a payment. */
export const ownHolds = `${ownBookings} and bookings.tentative_expires_at is not null
    and not exists (
      select from bookings_payments where bookings_payments.account_id = $1 and bookings_payments.booking_id = bookings.id
        and bookings_payments.canceled_at is null
    )`;

/** The values of `ownBookings` and `ownHolds`. */
export const ownHoldsValues = (account: number, visitor: Buffer | null, nights: Nights): readonly unknown[] => [
  account,
  visitor,
  nights.rental,
  formatDay(nights.arrival),
  formatDay(nights.departure),
];

/**
 * Ends a visitor's own holds of these nights, because they went back and changed something. A payment of an ended hold counts as late.
 * The rental's calendars must be locked.
 */
export async function endOwnHolds(context: AccountTransaction, visitor: Buffer, nights: Nights): Promise<void> {
  const { transaction, account } = context;
  const rows = await transaction.rows<{ id: number }>(ownHolds, ownHoldsValues(account.id, visitor, nights));
  for (const { id } of rows) await endHold(context, id);
}
