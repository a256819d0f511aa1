import { addMonths, formatDay } from "../../../../core/day.ts";
import type { RateBook } from "../../../../core/pricing/rates/rate-book.ts";
import type { Nights } from "../../../../core/pricing/stay/stay.ts";
import { PackedReader } from "../../../../database/sql/packed-reader.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import { cheapChunkSize, inSlices } from "../../../../kernel/concurrency/scheduler.ts";
import { epochDay } from "../../../../kernel/values/built-json.ts";
import {
  arrivalDate,
  bookingsHolding,
  departureDate,
  isFirm,
  isLive,
  isMirror,
} from "../../../property/occupancy/held-nights.ts";
import { allStaysClosing, staysClosing } from "../../../property/occupancy/preparation.ts";

/** Whether any rule of a book depends on bookings. */
export function looksAtBookings({ rules }: RateBook): boolean {
  return rules.some(({ kind }) => kind === "prevent_gap" || kind === "charge_at_least_if_available");
}

/**
 * The number of nights before and after a stay that affect its price: gaps, and nights charged if available. Zero if no rule depends on
 * bookings.
 */
export function nightsLookedAt({ rules }: RateBook, arrival: number): number {
  let max = 0;
  for (const rule of rules) {
    if (rule.kind !== "prevent_gap" && rule.kind !== "charge_at_least_if_available") continue;
    const months = rule.unit === "years" ? rule.length * 12 : rule.length;
    // Generous by up to 31 days: extra nights change nothing.
    max = Math.max(max, rule.unit === "days" ? rule.length : addMonths(arrival, months) - arrival + 31);
  }
  return max;
}

/** Early in the year 1: PostgreSQL needs another notation for earlier dates. */
const firstDay = -719_000;

/** The search window in epoch days, and whether tentative holds count. */
export interface TakenWithin {
  readonly from: number;
  readonly until: number;
  /** Treats tentatively held nights as free. */
  readonly includeTentative?: boolean;
  /** Bookings whose nights count as free, and those of their mirrors. */
  readonly except?: readonly number[];
}

/** For this many rentals and a short window, reading all calendars is faster than looking up each rental. */
const minRentalsForScan = 500;
const maxNightsForScan = 62;

/** SQL: the booking is none of these, and mirrors none of them. */
const isNone = (ids: string): string =>
  `bookings.id <> all (${ids}) and (not (${isMirror}) or bookings.created_by_id <> all (${ids}))`;

/**
 * Reads the taken nights of rentals in a window: live bookings and the preparation days around stays, which may overlap.
 * Expired holds do not count.
 */
export async function readTakenNights(
  transaction: Transaction,
  accounts: readonly number[],
  rentals: readonly number[],
  { from, until, includeTentative = false, except = [] }: TakenWithin,
): Promise<ReadonlyMap<number, Nights[]>> {
  const within = { arrival: "$2::date", departure: "$3::date", live: includeTentative ? isFirm : isLive };
  const all = rentals.length >= minRentalsForScan && until - from <= maxNightsForScan;
  const among = (rental: string): string => (all ? "" : ` and ${rental} in (select unnest($4::bigint[]))`);
  const excluded = except.length === 0 ? "" : ` and ${isNone(`$${all ? 4 : 5}::bigint[]`)}`;
  const root = `bookings.account_id = any($1::bigint[])${among("bookings.rental_id")}${excluded}`;
  const held = bookingsHolding(
    `bookings.rental_id, ${epochDay(arrivalDate)} as arrival, ${epochDay(departureDate)} as departure`,
    { root, ...within },
  );
  const preparedFor = `rentals.id, ${epochDay(arrivalDate)} - rentals.preparation_days, ${epochDay(departureDate)} + rentals.preparation_days`;
  const ofAccounts = { rentals: "rentals.account_id = any($1::bigint[])", bookings: root };
  const closed = all
    ? allStaysClosing(preparedFor, { ...ofAccounts, ...within })
    : staysClosing(preparedFor, { ...ofAccounts, rentals: `${ofAccounts.rentals}${among("rentals.id")}`, ...within });
  // Not a prepared statement: the right plan depends on the number of rentals.
  const rows = await transaction.packed(`select * from (${held} union all ${closed}) as held order by 1, 2`, [
    accounts,
    formatDay(Math.max(from, firstDay)),
    formatDay(until),
    ...(all ? [] : [rentals]),
    ...(except.length === 0 ? [] : [except]),
  ]);
  const requested = all ? new Set(rentals) : undefined;
  const taken = new Map<number, Nights[]>();
  let [last, ofLast]: [number, Nights[] | undefined] = [0, undefined];
  const take = (row: PackedReader): void => {
    const [rental, arrival, departure] = [row.integer(), row.integer(), row.integer()];
    if (rental !== last) {
      [last, ofLast] = [rental, requested && !requested.has(rental) ? undefined : []];
      if (ofLast) taken.set(rental, ofLast);
    }
    ofLast?.push({ arrival, departure });
  };
  await inSlices(accounts.join(), new PackedReader(rows).rows(), take, cheapChunkSize);
  return taken;
}
