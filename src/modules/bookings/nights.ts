import { formatDay } from "../../core/day.ts";
import { bookingReference } from "../../core/reference.ts";
import type { ValidationErrors } from "../../kernel/errors.ts";
import type { AccountTransaction } from "../../kernel/write/context.ts";
import { hasNightIn, isMirror } from "../occupancy/held-nights.ts";
import type { Stay } from "./stay.ts";

/**
 * SQL: a booking of one of the calendars that is not canceled, and has a night of the stay: neither the booking that is moved nor a mirror
 * of it, which are not in its own way; and with `$6` no mirror of another.
 */
const isInTheWay = `bookings.account_id = $1 and bookings.rental_id = any ($2::bigint[]) and bookings.canceled_at is null
  and ${hasNightIn("$3::date", "$4::date")} and bookings.id is distinct from $5
  and (bookings.created_by_type, bookings.created_by_id) is distinct from ('Booking', $5) and not ($6 and ${isMirror})`;

/** A booking that holds nights that somebody wants. */
export interface BookingInTheWay {
  readonly id: number;
  readonly rental: number;
  /** Of the rental. */
  readonly name: string;
}

/** The nights that a booking is to have in its rental, and in those that are linked to it. */
export interface WantedNights {
  readonly rental: number;
  /** Rentals in which the booking will have a mirror: other mirrors are not in its way, but bookings are. */
  readonly linked: readonly number[];
  readonly stay: Pick<Stay, "arrival" | "departure">;
  /** The booking that is moved or changed. */
  readonly except?: number;
}

/**
 * What holds nights that a booking is to have: first in its own rental, then in linked ones, one booking each. Holds that have expired
 * free their nights at once, whether or not the job has come by. The calendars must be locked; behind this stands the exclusion constraint
 * `no_night_is_sold_twice`, which no path around this check gets past.
 */
export async function bookingsInTheWay(
  context: AccountTransaction,
  { rental, linked, stay, except }: WantedNights,
): Promise<BookingInTheWay[]> {
  const search = (rentals: readonly number[], besideMirrors: boolean): Promise<BookingInTheWay[]> =>
    context.transaction.rows<{ id: number; rental: number; name: string }>(
      `with expired as (
         update bookings set canceled_at = tentative_expires_at, updated_at = clock_timestamp()
         where ${isInTheWay} and bookings.tentative_expires_at <= now()
       )
       select distinct on (bookings.rental_id) bookings.id, bookings.rental_id as rental, rentals.name from bookings
       join rentals on rentals.account_id = bookings.account_id and rentals.id = bookings.rental_id
       where ${isInTheWay} and (bookings.tentative_expires_at is null or bookings.tentative_expires_at > now())
       order by bookings.rental_id, bookings.end_at`,
      [
        context.account.id,
        `{${rentals.join(",")}}`,
        formatDay(stay.arrival),
        formatDay(stay.departure),
        except ?? null,
        besideMirrors,
      ],
    );
  const [own, others] = await Promise.all([search([rental], false), linked.length === 0 ? [] : search(linked, true)]);
  return [...own, ...others];
}

/** Makes sure that the nights are free, and tells each booking in the way by its reference, and by its rental where that is linked. */
export async function assertFreeNights(
  context: AccountTransaction,
  wanted: WantedNights,
  errors: ValidationErrors,
): Promise<void> {
  refuseTaken(await bookingsInTheWay(context, wanted), wanted.rental, errors);
}

/** Tells what is in the way of a booking of the rental. */
export function refuseTaken(taken: readonly BookingInTheWay[], rental: number, errors: ValidationErrors): void {
  for (const { id, rental: where, name } of taken) {
    const linked = where === rental ? "" : ` in the linked rental ${name} (${where})`;
    errors.add("base", `the nights are taken by booking ${bookingReference(id)}${linked}`);
  }
}
