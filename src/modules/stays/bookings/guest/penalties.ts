import { formatDay } from "../../../../core/day.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import type { PolicyInForce } from "../../../pricing/policies/copy-policy.ts";
import { arrivalDate } from "../../../property/occupancy/held-nights.ts";

/** The costs of canceling from today on. Days are `YYYY-MM-DD`. */
export interface Penalties {
  /** The last free day; null if none is left or nothing was agreed. */
  readonly freeUntil: string | null;
  /** The percentage of the price due from each day on, in ascending order. */
  readonly penalties: { readonly from: string; readonly percentage: number }[];
}

/**
 * Returns a booking's cancelation terms as dates (bookings.md, Cancelation policies): each item starts that many days before arrival.
 * @param today epoch day on the rental's calendar
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
  return termsFrom(rows, today);
}

/** The same for a stay that is not booked yet, under the policy in force. Days are epoch days. */
export function penaltiesFrom(policy: PolicyInForce | undefined, arrival: number, today: number): Penalties {
  const numbers = (list: string): number[] => (list.length > 2 ? list.slice(1, -1).split(",").map(Number) : []);
  const percentages = numbers(policy?.percentages ?? "");
  const items = numbers(policy?.days ?? "").map((days, index) => ({
    day: arrival - days,
    percentage: Math.round((percentages[index] ?? 0) * 100),
  }));
  return termsFrom(items.toReversed(), today);
}

/** @param items from the earliest day on; percentages in basis points */
function termsFrom(items: readonly { readonly day: number; readonly percentage: number }[], today: number): Penalties {
  const terms = items
    .map(({ day, percentage }) => ({ day: Math.max(day, today), percentage: percentage / 100 }))
    // Of several that begin today, the last applies.
    .filter(({ day }, index, all) => all[index + 1]?.day !== day);
  const changes = terms.filter(({ percentage }, index) => percentage !== (terms[index - 1]?.percentage ?? 0));
  const [first] = changes;
  return {
    freeUntil: first && first.day > today ? formatDay(first.day - 1) : null,
    penalties: changes.map(({ day, percentage }) => ({ from: formatDay(day), percentage })),
  };
}
