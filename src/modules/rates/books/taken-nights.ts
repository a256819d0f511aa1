import { addMonths, formatDay } from "../../../core/day.ts";
import type { RateBook } from "../../../core/pricing/rate-book.ts";
import { arrivalDate, bookingsHolding, departureDate, isFirm, isLive } from "../../occupancy/held-nights.ts";
import { staysClosing } from "../../occupancy/preparation.ts";
import type { Nights } from "../../../core/pricing/stay.ts";
import { packedRows, type Transaction } from "../../../database/transaction.ts";
import { inTurns } from "../../../kernel/turns.ts";
import { epochDay } from "../../../kernel/values/built-json.ts";

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
  const within = { arrival: "$3::date", departure: "$4::date", live: includeTentative ? isFirm : isLive };
  const root = "bookings.account_id = any($1::bigint[]) and bookings.rental_id in (select unnest($2::bigint[]))";
  const held = bookingsHolding(
    `bookings.rental_id, ${epochDay(arrivalDate)} as arrival, ${epochDay(departureDate)} as departure`,
    { root, ...within },
  );
  const closed = staysClosing(
    `rentals.id, ${epochDay(arrivalDate)} - rentals.preparation_days, ${epochDay(departureDate)} + rentals.preparation_days`,
    { root: "rentals.account_id = any($1::bigint[]) and rentals.id in (select unnest($2::bigint[]))", ...within },
  );
  // Without a name: for one rental another plan is right than for thousands, and only the values tell which they are.
  const rows = await transaction.packed(`select * from (${held} union all ${closed}) as held order by 1, 2`, [
    accounts,
    rentals,
    formatDay(Math.max(from, firstDay)),
    formatDay(until),
  ]);
  const taken = new Map<number, Nights[]>();
  const take = ([rental, arrival, departure]: readonly string[]): void => {
    const nights = { arrival: Number(arrival), departure: Number(departure) };
    const known = taken.get(Number(rental));
    if (known) known.push(nights);
    else taken.set(Number(rental), [nights]);
  };
  await inTurns(accounts.join(), packedRows(rows), take);
  return taken;
}
