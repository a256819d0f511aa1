import { addMonths, formatDay } from "../../../../core/day.ts";
import type { RateBook } from "../../../../core/pricing/rates/rate-book.ts";
import type { Nights } from "../../../../core/pricing/stay/stay.ts";
import { PackedReader } from "../../../../database/sql/packed-reader.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import { inTurns, little } from "../../../../kernel/concurrency/turns.ts";
import { epochDay } from "../../../../kernel/values/built-json.ts";
import {
  arrivalDate,
  bookingsHolding,
  departureDate,
  isFirm,
  isLive,
} from "../../../property/occupancy/held-nights.ts";
import { allStaysClosing, staysClosing } from "../../../property/occupancy/preparation.ts";

/** Whether any rule of a book looks at bookings. */
export function looksAtBookings({ rules }: RateBook): boolean {
  return rules.some(({ kind }) => kind === "prevent_gap" || kind === "charge_at_least_if_available");
}

/**
 * How many nights around a stay the rules of a book look at: gaps before and after it, and the nights that are charged as far as they
 * are free. Zero where none does.
 */
export function nightsLookedAt({ rules }: RateBook, arrival: number): number {
  let most = 0;
  for (const rule of rules) {
    if (rule.kind !== "prevent_gap" && rule.kind !== "charge_at_least_if_available") continue;
    const months = rule.unit === "years" ? rule.length * 12 : rule.length;
    // A month is never longer than 31 days: generous, because more nights than needed change nothing.
    most = Math.max(most, rule.unit === "days" ? rule.length : addMonths(arrival, months) - arrival + 31);
  }
  return most;
}

/** Early in the year 1: what is before it PostgreSQL would want in another notation. */
const firstDay = -719_000;

/** In which days (epoch days) nights are looked for, and what holds them. */
export interface TakenWithin {
  readonly from: number;
  readonly until: number;
  /** Tentative holds hold nothing: what they hold counts as free. */
  readonly includeTentative?: boolean;
}

/** So many rentals are not named in a statement about few nights: to read those of all calendars takes less than to look each up. */
const many = 500;
const fewNights = 62;

/**
 * The nights of rentals that are taken within some days, by live bookings and by the preparation days around stays; they may overlap. A hold
 * that has expired holds nothing.
 */
export async function readTakenNights(
  transaction: Transaction,
  accounts: readonly number[],
  rentals: readonly number[],
  { from, until, includeTentative = false }: TakenWithin,
): Promise<ReadonlyMap<number, Nights[]>> {
  const within = { arrival: "$2::date", departure: "$3::date", live: includeTentative ? isFirm : isLive };
  const all = rentals.length >= many && until - from <= fewNights;
  const among = (rental: string): string => (all ? "" : ` and ${rental} in (select unnest($4::bigint[]))`);
  const root = `bookings.account_id = any($1::bigint[])${among("bookings.rental_id")}`;
  const held = bookingsHolding(
    `bookings.rental_id, ${epochDay(arrivalDate)} as arrival, ${epochDay(departureDate)} as departure`,
    { root, ...within },
  );
  const preparedFor = `rentals.id, ${epochDay(arrivalDate)} - rentals.preparation_days, ${epochDay(departureDate)} + rentals.preparation_days`;
  const ofAccounts = { rentals: "rentals.account_id = any($1::bigint[])", bookings: root };
  const closed = all
    ? allStaysClosing(preparedFor, { ...ofAccounts, ...within })
    : staysClosing(preparedFor, { root: `${ofAccounts.rentals}${among("rentals.id")}`, ...within });
  // Without a name: for one rental another plan is right than for thousands, and only the values tell which they are.
  const rows = await transaction.packed(`select * from (${held} union all ${closed}) as held order by 1, 2`, [
    accounts,
    formatDay(Math.max(from, firstDay)),
    formatDay(until),
    ...(all ? [] : [rentals]),
  ]);
  const asked = all ? new Set(rentals) : undefined;
  const taken = new Map<number, Nights[]>();
  let [last, ofLast]: [number, Nights[] | undefined] = [0, undefined];
  const take = (row: PackedReader): void => {
    const [rental, arrival, departure] = [row.integer(), row.integer(), row.integer()];
    if (rental !== last) {
      [last, ofLast] = [rental, asked && !asked.has(rental) ? undefined : []];
      if (ofLast) taken.set(rental, ofLast);
    }
    ofLast?.push({ arrival, departure });
  };
  await inTurns(accounts.join(), new PackedReader(rows).rows(), take, little);
  return taken;
}
