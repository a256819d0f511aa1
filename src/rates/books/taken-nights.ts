import { addMonths, formatDay } from "../../core/day.ts";
import type { RateBook } from "../../core/pricing/rate-book.ts";
import type { Nights } from "../../core/pricing/stay.ts";
import type { Transaction } from "../../database/transaction.ts";

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

/** 0001-01-01, before which PostgreSQL would want another notation. */
const firstDay = -719_162;

/**
 * The nights of rentals that are taken within `from` … `until` (epoch days), by live bookings; a hold that has expired holds nothing.
 * @param except a booking that is not to be seen: the one that is quoted
 * @param includeTentative tentative holds hold nothing either
 */
export async function readTakenNights(
  transaction: Transaction,
  accounts: readonly number[],
  rentals: readonly number[],
  from: number,
  until: number,
  except?: number,
  includeTentative = false,
): Promise<ReadonlyMap<number, Nights[]>> {
  const rows = await transaction.rows<{ rental_id: number; arrival: number; departure: number }>(
    `select rental_id, lower(nights) as arrival, upper(nights) as departure from bookings
     where account_id = any($1::bigint[]) and rental_id = any($2::bigint[]) and canceled_at is null
       and (tentative_expires_at is null or (tentative_expires_at > now() and not $6::boolean))
       and nights && daterange($3::date, $4::date) and id is distinct from $5::bigint
     order by rental_id, nights`,
    [accounts, rentals, formatDay(Math.max(from, firstDay)), formatDay(until), except ?? null, includeTentative],
  );
  const taken = new Map<number, Nights[]>();
  for (const { rental_id, arrival, departure } of rows) {
    const nights = taken.get(rental_id);
    if (nights) nights.push({ arrival, departure });
    else taken.set(rental_id, [{ arrival, departure }]);
  }
  return taken;
}
