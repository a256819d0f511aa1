import { formatDay } from "../../../core/day.ts";
import { divideHalfUp, minorUnit } from "../../../core/rounding.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { earningNights, revenueOfParts, valuesOf, withParts } from "./report-parts.ts";
import type { ReportQuery } from "./report-query.ts";

/** The stays of a month that were booked in a week. Amounts in hundredths. */
export interface PickUpRow {
  /** Such as `2027-07`. */
  readonly month: string;
  /** The Monday of the week, as an epoch day. */
  readonly week: number;
  readonly currency: string;
  /** Stays with a night in the month. */
  readonly bookings: number;
  /** Their nights in the month. */
  readonly nights: number;
  /** The revenue of these nights. */
  readonly revenue: number;
  /** Null without a night that earns revenue. */
  readonly averageDailyRate: number | null;
}

/** The parameters of a pick-up report. Epoch days. */
export interface PickUpQuery extends Pick<ReportQuery, "from" | "after" | "rentals" | "revenue"> {
  /** The first day of booking, and the day after the last one. */
  readonly bookedFrom: number;
  readonly bookedAfter: number;
}

interface StoredRow {
  readonly month: string;
  readonly week: number;
  readonly currency: string;
  readonly bookings: number;
  readonly nights: number;
  readonly revenue: number;
  readonly priced: number;
  readonly [column: string]: unknown;
}

/**
 * Bookings by month of stay and week of booking (Monday to Sunday), both ascending. Counts booked stays that are not canceled, with the
 * nights and revenue of `readReport` by night.
 */
export async function readPickUp(
  transaction: Transaction,
  accounts: readonly number[],
  query: PickUpQuery,
): Promise<readonly PickUpRow[]> {
  const months: ReportQuery = { ...query, by: "month" };
  const rows = await transaction.rows<StoredRow>(
    `${withParts(months)}
     select to_char(date '1970-01-01' + parts.month::integer, 'YYYY-MM') as month,
       (date_trunc('week', parts.made::timestamp)::date - date '1970-01-01')::bigint as week, parts.currency,
       count(*) as bookings, sum(parts.ends - parts.starts)::bigint as nights, ${revenueOfParts} as revenue, ${earningNights} as priced
     from parts where parts.booked and parts.made >= $5::date and parts.made < $6::date
     group by 1, 2, 3 order by 1, 2, 3`,
    [...valuesOf(accounts, months), formatDay(query.bookedFrom), formatDay(query.bookedAfter)],
  );
  return rows.map(({ month, week, currency, bookings, nights, revenue, priced }) => {
    const unit = minorUnit(currency);
    const averageDailyRate = priced > 0 ? divideHalfUp(revenue / unit, priced) * unit : null;
    return { month, week, currency, bookings, nights, revenue, averageDailyRate };
  });
}
