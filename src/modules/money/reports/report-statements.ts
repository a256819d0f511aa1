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
import type { AskedReport, Division, RevenueDate } from "./asked-report.ts";

/** A statement with its values. */
interface BoundStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What the bookings of one rental, channel or month and one currency come to. Amounts are hundredths. */
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

/** What stays bring that have their date in the period, and the nights that they bring it with. Amounts are hundredths. */
export interface RevenueRow {
  readonly key: number | null;
  readonly name: string | null;
  readonly currency: string;
  readonly revenue: number;
  readonly priced: number;
  readonly [column: string]: unknown;
}

/** The nights of rentals in the period, whatever is booked. */
export interface OpenRow {
  readonly key: number | null;
  readonly name: string | null;
  readonly nights: number;
  readonly [column: string]: unknown;
}

/** SQL: the parts of the period, each from its first night to the one after its last; as a number, a month is its first day. */
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
    join: "join rentals on rentals.account_id = parts.account_id and rentals.id = parts.rental_id",
  },
  channel: {
    key: "parts.source_id",
    name: "sources.name",
    join: "left join sources on sources.account_id = parts.account_id and sources.id = parts.source_id",
  },
  month: { key: "parts.month", name: monthName, join: "" },
};

/** SQL: the currencies that have no cents. */
const wholeUnits = currencies.filter((currency) => minorUnit(currency) === 100).map((currency) => `'${currency}'`);

/** SQL: what the nights of a stay before a day bring, of all that they bring together. */
const broughtBefore = (day: string): string =>
  `round(parts.final_price * (${day} - parts.arrival) / (parts.departure - parts.arrival), case when parts.currency in (${wholeUnits.join(", ")}) then 0 else 2 end)`;

/**
 * SQL: what holds nights, and mirrors joined: several may hold the same night of a rental, which is blocked once. `held` has the columns
 * of bookings.
 */
const onceBlocked = `
  select account_id, rental_id, source_id, booked, unavailable, currency, final_price, paid_amount, arrival, departure
  from held where not is_mirror
  union all
  select account_id, rental_id, null, false, true, currency, null, 0, lower(nights), upper(nights) from (
    select account_id, rental_id, min(currency) as currency, unnest(range_agg(daterange(arrival, departure))) as nights
    from held where is_mirror group by account_id, rental_id
  ) as mirrors`;

/** SQL: the caller's bookings of the rentals that are asked for. */
const root =
  "bookings.account_id = any($1::bigint[]) and ($4::bigint[] is null or bookings.rental_id = any($4::bigint[]))";

/** SQL: the bookings that held their nights at the moment that is looked at. */
function heldThen({ madeUntil }: AskedReport): string {
  if (madeUntil === undefined) return isLive;
  const then = midnight("$5::date + 1");
  return `bookings.created_at < ${then} and (${canceledAt} is null or ${canceledAt} >= ${then})`;
}

/** The bookings that have a night in the period, cut into its parts, and added up. `$1` … `$5`: accounts, days, rentals or null, day. */
export function staysStatement(accounts: readonly number[], asked: AskedReport): BoundStatement {
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
    live: heldThen(asked),
  });
  const { key, name, join } = keys[asked.by];
  const text = `
    with held as (${held}),
    once as (${onceBlocked}),
    periods as (${asked.by === "month" ? months : whole}),
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
  return { text, values: valuesOf(accounts, asked) };
}

const moments: Readonly<Record<Exclude<RevenueDate, "night">, string>> = {
  arrival: "bookings.start_at",
  departure: "bookings.end_at",
  booking: "bookings.created_at",
};

/** What the stays bring whose arrival, departure or booking lies in the period: each its whole price. */
export function revenueStatement(
  accounts: readonly number[],
  asked: AskedReport,
  on: Exclude<RevenueDate, "night">,
): BoundStatement {
  const { key, name, join } = keys[asked.by];
  const moment = moments[on];
  const month = `(date_trunc('month', ${moment} at time zone 'UTC')::date - date '1970-01-01')::bigint`;
  const text = `
    with parts as (
      select bookings.account_id, bookings.rental_id, bookings.source_id, bookings.currency, bookings.final_price, ${month} as month,
        ${departureDate} - ${arrivalDate} as nights
      from bookings
      where ${root} and ${heldThen(asked)} and bookings.booked and bookings.final_price is not null
        and ${moment} >= ${midnight("$2::date")} and ${moment} < ${midnight("$3::date")}
    )
    select ${key} as key, min(${name}) as name, parts.currency, sum(parts.final_price) as revenue, sum(parts.nights)::bigint as priced
    from parts ${join}
    group by ${key}, parts.currency order by ${key} nulls last, parts.currency`;
  return { text, values: valuesOf(accounts, asked) };
}

/** The nights that there are: of a rental that was deleted, up to the UTC day on which it was. Channels have none of their own. */
export function openNightsStatement(accounts: readonly number[], asked: AskedReport): BoundStatement {
  const { key, name } = {
    rental: { key: "rentals.id", name: "rentals.name" },
    channel: { key: "null::bigint", name: "null" },
    month: { key: "parts.month", name: monthName },
  }[asked.by];
  const gone = "(rentals.deleted_at at time zone 'UTC')::date";
  const text = `
    select ${key} as key, min(${name}) as name,
      sum(greatest(0, least(parts.after, coalesce(${gone}, parts.after)) - parts.first))::bigint as nights
    from rentals cross join (${asked.by === "month" ? months : whole}) as parts
    where rentals.account_id = any($1::bigint[]) and ($4::bigint[] is null or rentals.id = any($4::bigint[]))
      and (rentals.deleted_at is null or ${gone} > $2::date)
    group by 1 order by 1`;
  return { text, values: periodOf(accounts, asked) };
}

function periodOf(accounts: readonly number[], { from, after, rentals }: AskedReport): readonly unknown[] {
  return [accounts, formatDay(from), formatDay(after), rentals ?? null];
}

/** With the day that is looked at, where a statement names it. */
function valuesOf(accounts: readonly number[], asked: AskedReport): readonly unknown[] {
  const { madeUntil } = asked;
  return [...periodOf(accounts, asked), ...(madeUntil === undefined ? [] : [formatDay(madeUntil)])];
}
