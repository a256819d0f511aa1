import { formatDay } from "../../../../core/day.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { arrivalDate } from "../../../property/occupancy/held-nights.ts";

/** What canceling costs on the days that are ahead. Days are `YYYY-MM-DD`. */
export interface Penalties {
  /** Null when no such day is ahead, or nothing was agreed. */
  readonly freeUntil: string | null;
  /** Percent of the price from a day on, the earliest first. */
  readonly penalties: { readonly from: string; readonly percentage: number }[];
}

/**
 * The booking's own cancelation terms as days (bookings.md, Cancelation policies): on a day, the item with the fewest days that are still as many
 * as are left applies, so each item begins that many days before arrival.
 * @param today epoch day
 */
export async function penaltiesOf(
  { transaction, account }: AccountTransaction,
  booking: number,
  today: number,
): Promise<Penalties> {
  const rows = await transaction.rows<{ day: number; percentage: number }>(
    `select ${arrivalDate} - item.days as day, item.percentage
     from bookings cross join lateral unnest(bookings.cancelation_days, bookings.cancelation_percentages) as item (days, percentage)
     where bookings.account_id = $1 and bookings.id = $2 order by item.days desc`,
    [account.id, booking],
  );
  const terms = rows
    .map(({ day, percentage }) => ({ day: Math.max(day, today), percentage: percentage / 100 }))
    // Of two that begin today, the later one applies; one that changes nothing says nothing.
    .filter(({ day }, index, all) => all[index + 1]?.day !== day);
  const changes = terms.filter(({ percentage }, index) => percentage !== (terms[index - 1]?.percentage ?? 0));
  const [first] = changes;
  return {
    freeUntil: first && first.day > today ? formatDay(first.day - 1) : null,
    penalties: changes.map(({ day, percentage }) => ({ from: formatDay(day), percentage })),
  };
}
