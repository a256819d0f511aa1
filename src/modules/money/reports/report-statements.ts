import { currencies } from "../../../core/currencies.ts";
import { formatDay } from "../../../core/day.ts";
import { minorUnit } from "../../../core/rounding.ts";
import {
  arrivalDate,
  bookingsHolding,
  canceledAt,
  departureDate,
  isLive,
  isMirror,
  midnight,
} from "../../property/occupancy/held-nights.ts";
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
  /** Booked nights that have a price. */
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

/** SQL: the parts of the period, from the first night to the day after the last. A month's key is the epoch day of its first day. */
const whole = "select null::bigint as month, $2::date as first, $3::date as after";
const months = `
  select (month::date - date '1970-01-01')::bigint as month, greatest(month::date, $2::date) as first,
    least((month + interval '1 month')::date, $3::date) as after
  from generate_series(date_trunc('month', $2::date::timestamp), $3::date - 1, interval '1 month') as month`;

const monthName = "to_char(date '1970-01-01' + parts.month::integer, 'YYYY-MM')";

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

/** SQL: the currencies without decimals. */
const wholeUnits = currencies.filter((currency) => minorUnit(currency) === 100).map((currency) => `'${currency}'`);

/** SQL: the part of a stay's price that its nights before a day earn. */
const broughtBefore = (day: string): string =>
  `round(parts.final_price * (${day} - parts.arrival) / (parts.departure - parts.arrival), case when parts.currency in (${wholeUnits.join(", ")}) then 0 else 2 end)`;

/**
 * SQL: bookings, and mirrors merged so that several mirrors on one night block it once. `held` has the columns of bookings.
 */
const onceBlocked = `
  select account_id, rental_id, source_id, booked, unavailable, currency, final_price, paid_amount, arrival, departure
  from held where not is_mirror
  union all
  select account_id, rental_id, null, false, true, currency, null, 0, lower(nights), upper(nights) from (
    select account_id, rental_id, min(currency) as currency, unnest(range_agg(daterange(arrival, departure))) as nights
    from held where is_mirror group by account_id, rental_id
  ) as mirrors`;

/** SQL: the caller's bookings of the requested rentals. */
const root =
  "bookings.account_id = any($1::bigint[]) and ($4::bigint[] is null or bookings.rental_id = any($4::bigint[]))";

/** SQL: bookings that held their nights at the requested moment. */
function heldAt({ madeUntil }: ReportQuery): string {
  if (madeUntil === undefined) return isLive;
  const moment = midnight("$5::date + 1");
  return `bookings.created_at < ${moment} and (${canceledAt} is null or ${canceledAt} >= ${moment})`;
}

/** Sums bookings with a night in the period, split by its parts. `$1` … `$5`: accounts, first and last day, rentals or null, made until. */
export function staysStatement(accounts: readonly number[], query: ReportQuery): BoundStatement {
  const columns = [
    "account_id",
    "rental_id",
    "source_id",
    "booked",
    "unavailable",
    "currency",
    "final_price",
    "paid_amount",
  ];
  const selected = [
    ...columns.map((column) => `bookings.${column}`),
    `${arrivalDate} as arrival`,
    `${departureDate} as departure`,
    `${isMirror} as is_mirror`,
  ];
  const held = bookingsHolding(selected.join(", "), {
    root,
    arrival: "$2::date",
    departure: "$3::date",
    live: heldAt(query),
  });
  const { key, name, join } = keys[query.by];
  const text = `
    with held as (${held}),
    once as (${onceBlocked}),
    periods as (${query.by === "month" ? months : whole}),
    parts as (
      select once.*, periods.month, periods.first, greatest(once.arrival, periods.first) as starts, least(once.departure, periods.after) as ends
      from once join periods on once.arrival < periods.after and once.departure > periods.first
    )
    select ${key} as key, min(${name}) as name, parts.currency,
      count(*) filter (where parts.booked and parts.arrival >= parts.first) as stays,
      coalesce(sum(parts.ends - parts.starts) filter (where parts.booked), 0)::bigint as nights,
      coalesce(sum(parts.ends - parts.starts) filter (where parts.booked and parts.final_price is not null), 0)::bigint as priced,
      coalesce(sum(parts.ends - parts.starts) filter (where parts.unavailable), 0)::bigint as blocked,
      coalesce(sum(${broughtBefore("parts.ends")} - ${broughtBefore("parts.starts")}) filter (where parts.booked), 0) as revenue,
      coalesce(sum(parts.final_price - parts.paid_amount) filter (where parts.booked and parts.arrival >= parts.first), 0) as due
    from parts ${join}
    group by ${key}, parts.currency order by ${key} nulls last, parts.currency`;
  return { text, values: valuesOf(accounts, query) };
}

const moments: Readonly<Record<Exclude<RevenueDate, "night">, string>> = {
  arrival: "bookings.start_at",
  departure: "bookings.end_at",
  booking: "bookings.created_at",
};

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
      select bookings.account_id, bookings.rental_id, bookings.source_id, bookings.currency, bookings.final_price, ${month} as month,
        ${departureDate} - ${arrivalDate} as nights
      from bookings
      where ${root} and ${heldAt(query)} and bookings.booked and bookings.final_price is not null
        and ${moment} >= ${midnight("$2::date")} and ${moment} < ${midnight("$3::date")}
    )
    select ${key} as key, min(${name}) as name, parts.currency, sum(parts.final_price) as revenue, sum(parts.nights)::bigint as priced
    from parts ${join}
    group by ${key}, parts.currency order by ${key} nulls last, parts.currency`;
  return { text, values: valuesOf(accounts, query) };
}

/** All nights of the rentals. A deleted rental counts up to the UTC day of its deletion. Channels do not have their own nights. */
export function openNightsStatement(accounts: readonly number[], query: ReportQuery): BoundStatement {
  const { key, name } = {
    rental: { key: "rentals.id", name: "rentals.name" },
    channel: { key: "null::bigint", name: "null" },
    month: { key: "parts.month", name: monthName },
  }[query.by];
  const gone = "(rentals.deleted_at at time zone 'UTC')::date";
  const text = `
    select ${key} as key, min(${name}) as name,
      sum(greatest(0, least(parts.after, coalesce(${gone}, parts.after)) - parts.first))::bigint as nights
    from rentals cross join (${query.by === "month" ? months : whole}) as parts
    where rentals.account_id = any($1::bigint[]) and ($4::bigint[] is null or rentals.id = any($4::bigint[]))
      and (rentals.deleted_at is null or ${gone} > $2::date)
    group by 1 order by 1`;
  return { text, values: periodOf(accounts, query) };
}

function periodOf(accounts: readonly number[], { from, after, rentals }: ReportQuery): readonly unknown[] {
  return [accounts, formatDay(from), formatDay(after), rentals ?? null];
}

/** Appends the `made_until` day if there is one. */
function valuesOf(accounts: readonly number[], query: ReportQuery): readonly unknown[] {
  const { madeUntil } = query;
  return [...periodOf(accounts, query), ...(madeUntil === undefined ? [] : [formatDay(madeUntil)])];
}
