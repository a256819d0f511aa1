import { formatDay } from "../../core/day.ts";
import { bookingReference } from "../../core/reference.ts";
import type { ValidationErrors } from "../../kernel/errors.ts";
import type { AccountTransaction } from "../../kernel/write/context.ts";
import { hasNightIn, isMirror } from "../occupancy/held-nights.ts";
import { isStay } from "../occupancy/preparation.ts";
import { noPreparation, type Preparation } from "./preparation.ts";
import type { Stay } from "./stay.ts";

/** SQL: the booking has a night of the stay itself. */
const hasItsNight = hasNightIn("$3::date", "$4::date");

/**
 * SQL: a booking of one of the calendars that is not canceled, and has a night of the stay, or is a stay that has one of the `$7` nights
 * before it or of the `$8` after it, in which the rental is prepared: neither the booking that is moved nor a mirror
 * of it, which are not in its own way; and with `$6` no mirror of another.
 */
const isInTheWay = `bookings.account_id = $1 and bookings.rental_id = any ($2::bigint[]) and bookings.canceled_at is null
  and ${hasNightIn("$3::date - $7::integer", "$4::date + $8::integer")} and (${isStay} or ${hasItsNight})
  and bookings.id is distinct from $5
  and (bookings.created_by_type, bookings.created_by_id) is distinct from ('Booking', $5) and not ($6 and ${isMirror})`;

/** A booking that holds nights that somebody wants, or comes too near to them. */
export interface BookingInTheWay {
  readonly id: number;
  /** It has none of the nights: the rental could not be prepared between it and the stay. */
  readonly tooNear: boolean;
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
  /** Nights that other stays must leave free, in its own rental alone: there its guests stay. */
  readonly preparation: Preparation;
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
  { rental, linked, stay, preparation, except }: WantedNights,
): Promise<BookingInTheWay[]> {
  const search = (
    rentals: readonly number[],
    besideMirrors: boolean,
    { before, after }: Preparation,
  ): Promise<BookingInTheWay[]> =>
    context.transaction.rows<{ id: number; tooNear: boolean; rental: number; name: string }>(
      `with expired as (
         update bookings set canceled_at = tentative_expires_at, updated_at = clock_timestamp()
         where ${isInTheWay} and bookings.tentative_expires_at <= now()
       )
       select distinct on (bookings.rental_id) bookings.id, not (${hasItsNight}) as "tooNear", bookings.rental_id as rental, rentals.name
       from bookings
       join rentals on rentals.account_id = bookings.account_id and rentals.id = bookings.rental_id
       where ${isInTheWay} and (bookings.tentative_expires_at is null or bookings.tentative_expires_at > now())
       order by bookings.rental_id, 2, bookings.end_at`,
      [
        context.account.id,
        `{${rentals.join(",")}}`,
        formatDay(stay.arrival),
        formatDay(stay.departure),
        except ?? null,
        besideMirrors,
        before,
        after,
      ],
    );
  const [own, others] = await Promise.all([
    search([rental], false, preparation),
    linked.length === 0 ? [] : search(linked, true, noPreparation),
  ]);
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
  for (const { id, tooNear, rental: where, name } of taken) {
    const linked = where === rental ? "" : ` in the linked rental ${name} (${where})`;
    const reason = tooNear
      ? "the preparation_days of the rental are missing between the stay and"
      : "the nights are taken by";
    errors.add("base", `${reason} booking ${bookingReference(id)}${linked}`);
  }
}
