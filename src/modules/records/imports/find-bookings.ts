import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { findImported } from "./imported-records.ts";
import type { PaidBooking } from "./kinds/payment-element.ts";

/** Finds a booking by a name of a file. */
export type PaidBookings = (name: string) => PaidBooking | "several" | undefined;

/**
 * Finds bookings by import reference, by the other system's number, or by id (`#12`). Roost's own references are left out: another
 * system's number may look like one.
 */
export async function paidBookings(context: AccountTransaction, names: readonly string[]): Promise<PaidBookings> {
  const unique = [...new Set(names)];
  const imported = await findImported(context, "bookings", unique);
  const own = unique.flatMap((name) => idIn(name) ?? []);
  const ids = [...[...imported.values()].map(({ id }) => id), ...own];
  const rows = await context.transaction.rows<{
    id: number;
    currency: string;
    time_zone: string;
    reference: string | null;
  }>(
    `select bookings.id, bookings.currency, rentals.time_zone, bookings.external_reference as reference
     from bookings join rentals on rentals.account_id = $1 and rentals.id = bookings.rental_id
     where bookings.account_id = $1 and (bookings.id = any ($2::bigint[]) or bookings.external_reference = any ($3::text[]))`,
    [context.account.id, ids, unique],
  );
  const byId = new Map(rows.map(({ id, currency, time_zone: timeZone }) => [id, { id, currency, timeZone }]));
  const byReference = Map.groupBy(rows, ({ reference }) => reference);
  return (name) => {
    const before = imported.get(name);
    if (before) return byId.get(before.id);
    const [first, ...others] = byReference.get(name) ?? [];
    if (others.length > 0) return "several";
    return byId.get(first?.id ?? idIn(name) ?? 0);
  };
}

function idIn(name: string): number | undefined {
  const id = /^#(\d{1,15})$/.exec(name)?.[1];
  return id === undefined ? undefined : Number(id);
}
