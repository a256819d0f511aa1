import { formatDay } from "../../core/day.ts";
import { bookingReference } from "../../core/reference.ts";
import type { ValidationErrors } from "../../kernel/errors.ts";
import type { AccountTransaction } from "../../kernel/write/context.ts";
import { hasNightIn, isMirror, isUnnotedEnd } from "../occupancy/held-nights.ts";
import { isStay } from "../occupancy/preparation.ts";
import type { Preparation } from "./preparation.ts";
import type { Stay } from "./stay.ts";

/** SQL: the booking has a night of the stay itself. */
const hasItsNight = hasNightIn("$3::date", "$4::date");

/** SQL: it is a stay that has one of the `$6` nights before the stay or of the `$7` after it, in which the rental is prepared. */
const isTooNear = `${isStay} and not (${hasItsNight}) and ${hasNightIn("$3::date - $6::integer", "$4::date + $7::integer")}`;

/** SQL: it is neither canceled nor the booking `$5` that is moved nor a mirror of it, which are not in its own way. */
const isAnother = `bookings.account_id = $1 and bookings.canceled_at is null and bookings.id is distinct from $5
  and (bookings.created_by_type, bookings.created_by_id) is distinct from ('Booking', $5)`;

/**
 * SQL: a select of the first booking in the way in a rental. It is written so that PostgreSQL keeps one plan for all values
 * (docs/decisions/0054-one-flight.md): to plan it took seven times as long as to run it. The rental in an array keeps away from the index of
 * the exclusion constraint, through which all of the rental's history would be read.
 */
const firstInTheWay = (rental: string, condition: string): string =>
  `select bookings.id, bookings.rental_id as rental, ${isUnnotedEnd} as expired,
     (select name from rentals where rentals.account_id = $1 and rentals.id = ${rental}) as name
   from bookings where ${isAnother} and bookings.rental_id = any (array[${rental}]) and ${condition}
   order by bookings.end_at limit 1`;

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

/** A booking in the way, which may be a hold that has expired, and is noted as that by nobody yet. */
interface Found extends BookingInTheWay {
  readonly expired: boolean;
}

type FoundRow = { id: number; rental: number; expired: boolean; name: string };

/** Finds the first one of each rental: one that is only too near where no other has the nights. */
async function search(context: AccountTransaction, { rental, linked, ...wanted }: WantedNights): Promise<Found[]> {
  const { transaction } = context;
  const values = [formatDay(wanted.stay.arrival), formatDay(wanted.stay.departure), wanted.except ?? null];
  const { before, after } = wanted.preparation;
  const [own, near, others] = await Promise.all([
    transaction.row<FoundRow>(firstInTheWay("$2::bigint", hasItsNight), [context.account.id, rental, ...values]),
    before + after === 0
      ? undefined
      : transaction.row<FoundRow>(firstInTheWay("$2::bigint", isTooNear), [
          ...[context.account.id, rental, ...values],
          ...[before, after],
        ]),
    linked.length === 0
      ? []
      : transaction.rows<FoundRow>(
          `select found.* from unnest($2::bigint[]) as linked (id)
           cross join lateral (${firstInTheWay("linked.id", `${hasItsNight} and not (${isMirror})`)}) as found order by found.rental`,
          [context.account.id, `{${linked.join(",")}}`, ...values],
        ),
  ]);
  const first = own ?? near;
  return [
    ...(first ? [{ ...first, tooNear: first !== own }] : []),
    ...others.map((other) => ({ ...other, tooNear: false })),
  ];
}

/** Notes that holds have ended, of those in the way and of others as near in the same rentals. */
async function endExpired(
  { transaction, account }: AccountTransaction,
  { rental, linked, stay, preparation, except }: WantedNights,
): Promise<void> {
  await transaction.run(
    `update bookings set canceled_at = tentative_expires_at, updated_at = clock_timestamp()
     where ${isAnother} and bookings.rental_id = any ($2::bigint[]) and ${isUnnotedEnd}
       and ${hasNightIn("$3::date - $6::integer", "$4::date + $7::integer")}`,
    [
      account.id,
      `{${[rental, ...linked].join(",")}}`,
      formatDay(stay.arrival),
      formatDay(stay.departure),
      except ?? null,
      preparation.before,
      preparation.after,
    ],
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
