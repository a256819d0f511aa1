import { formatDay } from "../../../../core/day.ts";
import { bookingReference } from "../../../../core/reference.ts";
import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { hasNightIn, isMirror, isUnnotedEnd } from "../../../property/occupancy/held-nights.ts";
import { isStay } from "../../../property/occupancy/preparation.ts";
import type { Stay } from "../stay.ts";
import type { Preparation } from "./preparation.ts";

/** SQL: the booking has a night of the stay itself. */
const hasItsNight = hasNightIn("$3::date", "$4::date");

/** SQL: it is a stay that has one of the `$6` nights before the stay or of the `$7` after it, in which the rental is prepared. */
const isTooNear = `${isStay} and not (${hasItsNight}) and ${hasNightIn("$3::date - $6::integer", "$4::date + $7::integer")}`;

/** SQL: it is neither canceled nor the booking `$5` that is moved nor a mirror of it, which are not in its own way. */
const isAnother = `bookings.account_id = $1 and bookings.canceled_at is null and bookings.id is distinct from $5
  and (bookings.created_by_type, bookings.created_by_id) is distinct from ('Booking', $5)`;

/**
 * SQL: a select of the first booking in the way in a rental. It is written so that PostgreSQL keeps one plan for all values
 * (docs/design/writes.md): to plan it took seven times as long as to run it. The rental in an array keeps away from the index of
 * the exclusion constraint, through which all of the rental's history would be read.
 */
const firstInTheWay = (rental: string, condition: string, tooNear = false): string =>
  `select bookings.id, bookings.rental_id as rental, ${isUnnotedEnd} as expired, ${tooNear} as "tooNear",
     (select name from rentals where rentals.account_id = $1 and rentals.id = ${rental}) as name
   from bookings where ${isAnother} and bookings.rental_id = any (array[${rental}]) and ${condition}
   order by bookings.end_at limit 1`;

/**
 * SQL: a select of the first booking in the way in the rental itself, one that is only too near where no other has the nights. `$1` … `$7`:
 * the account, the rental, arrival and departure, a booking that is not in the way, days of preparation before and after.
 */
export const firstInOwnRental = `select * from (
    (${firstInTheWay("$2::bigint", hasItsNight)})
    union all (${firstInTheWay("$2::bigint", `$6::integer + $7::integer > 0 and ${isTooNear}`, true)})
  ) as found limit 1`;

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
export async function bookingsInTheWay(context: AccountTransaction, wanted: WantedNights): Promise<BookingInTheWay[]> {
  const found = await search(context, wanted);
  if (!found.some(({ expired }) => expired)) return found;
  await endExpired(context, wanted);
  return search(context, wanted);
}

/** The values of `firstInOwnRental`. */
export function nightsValues(account: number, wanted: WantedNights): readonly unknown[] {
  const { rental, stay, except = null, preparation } = wanted;
  const nights = [formatDay(stay.arrival), formatDay(stay.departure), except];
  return [account, rental, ...nights, preparation.before, preparation.after];
}

/** Finds the first one of each rental. */
async function search({ transaction, account }: AccountTransaction, wanted: WantedNights): Promise<FoundRow[]> {
  const values = nightsValues(account.id, wanted);
  const [own, linked] = await Promise.all([
    transaction.rows<FoundRow>(firstInOwnRental, values),
    wanted.linked.length === 0
      ? []
      : transaction.rows<FoundRow>(firstInLinked, values.slice(0, 5).with(1, `{${wanted.linked.join(",")}}`)),
  ]);
  return [...own, ...linked];
}

/** A booking in the way; `expired`: it is a hold that has expired, and is noted as that by nobody yet. */
type FoundRow = { id: number; rental: number; expired: boolean; tooNear: boolean; name: string };

const firstInLinked = `select found.* from unnest($2::bigint[]) as linked (id)
  cross join lateral (${firstInTheWay("linked.id", `${hasItsNight} and not (${isMirror})`)}) as found order by found.rental`;

/** Notes that holds have ended, of those in the way and of others as near in the same rentals. */
async function endExpired({ transaction, account }: AccountTransaction, wanted: WantedNights): Promise<void> {
  await transaction.run(
    `update bookings set canceled_at = tentative_expires_at, updated_at = clock_timestamp()
     where ${isAnother} and bookings.rental_id = any ($2::bigint[]) and ${isUnnotedEnd}
       and ${hasNightIn("$3::date - $6::integer", "$4::date + $7::integer")}`,
    nightsValues(account.id, wanted).with(1, `{${[wanted.rental, ...wanted.linked].join(",")}}`),
  );
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
