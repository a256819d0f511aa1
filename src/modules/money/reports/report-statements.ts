import { arrivalDate, departureDate, midnight } from "../../property/occupancy/held-nights.ts";
import {
  earned,
  earningNights,
  heldAt,
  monthName,
  months,
  periodOf,
  rentalReading,
  revenueOfParts,
  root,
  valuesOf,
  whole,
  withParts,
} from "./report-parts.ts";
import type { Division, ReportQuery, RevenueDate } from "./report-query.ts";

/** A statement with its values. */
interface BoundStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Figures of bookings by rental, channel or month, and by currency. Amounts in hundredths. */
export interface StaysRow {
  readonly key: number | null;
  readonly name: string | null;
  readonly currency: string;
  readonly stays: number;
  readonly nights: number;
  /** Booked nights that earn revenue. */
  readonly priced: number;
  readonly blocked: number;
  readonly revenue: number;
  readonly due: number;
  readonly [column: string]: unknown;
}

/** Revenue of stays whose date lies in the period, and the nights that earn it. Amounts in hundredths. */
export interface RevenueRow {
  readonly key: number | null;
  readonly name: string | null;
  readonly currency: string;
  readonly revenue: number;
  readonly priced: number;
  readonly [column: string]: unknown;
}

/** All nights of the rentals in the period, booked or not. */
export interface OpenRow {
  readonly key: number | null;
  readonly name: string | null;
  readonly nights: number;
  readonly [column: string]: unknown;
}

const keys: Readonly<Record<Division, { readonly key: string; readonly name: string; readonly join: string }>> = {
  rental: {
    key: "parts.rental_id",
    name: "rentals.name",
    join: "join rentals on rentals.account_id = any($1::bigint[]) and rentals.account_id = parts.account_id and rentals.id = parts.rental_id",
  },
  channel: {
    key: "parts.source_id",
    name: "sources.name",
    join: "left join sources on sources.account_id = any($1::bigint[]) and sources.account_id = parts.account_id and sources.id = parts.source_id",
  },
  month: { key: "parts.month", name: monthName, join: "" },
};

/** Sums bookings with a night in the period, split by its parts. */
export function staysStatement(accounts: readonly number[], query: ReportQuery): BoundStatement {
  const { key, name, join } = keys[query.by];
  const text = `
    ${withParts(query)}
    select ${key} as key, min(${name}) as name, parts.currency,
      count(*) filter (where parts.booked and parts.arrival >= parts.first) as stays,
      coalesce(sum(parts.ends - parts.starts) filter (where parts.booked), 0)::bigint as nights,
      ${earningNights} as priced,
      coalesce(sum(parts.ends - parts.starts) filter (where parts.unavailable), 0)::bigint as blocked,
      ${revenueOfParts} as revenue,
      coalesce(sum(parts.final_price - parts.paid_amount) filter (where parts.booked and parts.arrival >= parts.first), 0) as due
    from parts ${join}
    group by ${key}, parts.currency order by ${key} nulls last, parts.currency`;
  return { text, values: valuesOf(accounts, query) };
}

const moments: Readonly<Record<Exclude<RevenueDate, "night">, string>> = {
  arrival: "bookings.start_at",
  departure: "bookings.end_at",
  booking: rentalReading("bookings.created_at"),
};

/** SQL: bookings that were made in the period on some rental's clock. */
const nearPeriod = `bookings.created_at >= ${midnight("$2::date")} - interval '14 hours'
  and bookings.created_at < ${midnight("$3::date")} + interval '12 hours'`;

/** Revenue of stays whose arrival, departure or booking lies in the period, each with its whole price. */
export function revenueStatement(
  accounts: readonly number[],
  query: ReportQuery,
  on: Exclude<RevenueDate, "night">,
): BoundStatement {
  const { key, name, join } = keys[query.by];
  const moment = moments[on];
  const month = `(date_trunc('month', ${moment} at time zone 'UTC')::date - date '1970-01-01')::bigint`;
  const text = `
    with parts as (
      select bookings.account_id, bookings.rental_id, bookings.source_id, bookings.currency, ${earned(query)} as earned, ${month} as month,
        ${departureDate} - ${arrivalDate} as nights
      from bookings
      where ${root} and ${heldAt(query)} and bookings.booked
        and ${moment} >= ${midnight("$2::date")} and ${moment} < ${midnight("$3::date")}${on === "booking" ? ` and ${nearPeriod}` : ""}
    )
    select ${key} as key, min(${name}) as name, parts.currency, sum(parts.earned) as revenue, sum(parts.nights)::bigint as priced
    from parts ${join} where parts.earned is not null
    group by ${key}, parts.currency order by ${key} nulls last, parts.currency`;
  return { text, values: valuesOf(accounts, query) };
}

/** All nights of the rentals. A deleted rental counts up to the day of its deletion. Channels do not have their own nights. */
export function openNightsStatement(accounts: readonly number[], query: ReportQuery): BoundStatement {
  const { key, name } = {
    rental: { key: "rentals.id", name: "rentals.name" },
    channel: { key: "null::bigint", name: "null" },
    month: { key: "parts.month", name: monthName },
  }[query.by];
  const gone = "(rentals.deleted_at at time zone rentals.time_zone)::date";
  const text = `
    select ${key} as key, min(${name}) as name,
      sum(greatest(0, least(parts.after, coalesce(${gone}, parts.after)) - parts.first))::bigint as nights
    from rentals cross join (${query.by === "month" ? months : whole}) as parts
    where rentals.account_id = any($1::bigint[]) and ($4::bigint[] is null or rentals.id = any($4::bigint[]))
      and (rentals.deleted_at is null or ${gone} > $2::date)
    group by 1 order by 1`;
  return { text, values: periodOf(accounts, query) };
}
