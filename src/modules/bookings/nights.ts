import { formatDay } from "../../core/day.ts";
import { bookingReference } from "../../core/reference.ts";
import type { ValidationErrors } from "../../kernel/errors.ts";
import type { AccountTransaction } from "../../kernel/write/context.ts";
import { hasNightIn } from "../occupancy/held-nights.ts";
import type { Stay } from "./stay.ts";

/** SQL: another booking of the calendar that is not canceled, and has a night of the stay. */
const inCalendar = `account_id = $1 and rental_id = $2 and canceled_at is null and ${hasNightIn("$3::date", "$4::date")} and id is distinct from $5`;

/**
 * Makes sure that the nights of a stay are free, and tells the booking in the way by its reference. Holds that have expired free
 * their nights at once, whether or not the job has come by. The rental must be locked; behind this stands the exclusion constraint
 * `no_night_is_sold_twice`, which no path around this check gets past.
 * @param except the booking that is moved, which is not in its own way
 */
export async function assertFreeNights(
  context: AccountTransaction,
  rentalId: number,
  stay: Pick<Stay, "arrival" | "departure">,
  errors: ValidationErrors,
  except?: number,
): Promise<void> {
  const inTheWay = await context.transaction.row<{ id: number }>(
    `with expired as (
       update bookings set canceled_at = tentative_expires_at, updated_at = clock_timestamp()
       where ${inCalendar} and tentative_expires_at <= now()
     )
     select id from bookings
     where ${inCalendar} and (tentative_expires_at is null or tentative_expires_at > now())
     order by end_at limit 1`,
    [context.account.id, rentalId, formatDay(stay.arrival), formatDay(stay.departure), except ?? null],
  );
  if (inTheWay) errors.add("base", `the nights are taken by booking ${bookingReference(inTheWay.id)}`);
}
