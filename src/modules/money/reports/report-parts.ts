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
import type { ReportQuery } from "./report-query.ts";

/** SQL that several reports share: bookings with a night in a period, split by its parts. */

/** SQL: the parts of the period, from the first night to the day after the last. A month's key is the epoch day of its first day. */
export const whole = "select null::bigint as month, $2::date as first, $3::date as after";
export const months = `
  select (month::date - date '1970-01-01')::bigint as month, greatest(month::date, $2::date) as first,
    least((month + interval '1 month')::date, $3::date) as after
  from generate_series(date_trunc('month', $2::date::timestamp), $3::date - 1, interval '1 month') as month`;

export const monthName = "to_char(date '1970-01-01' + parts.month::integer, 'YYYY-MM')";

/** SQL: the currencies without decimals. */
const wholeUnits = currencies.filter((currency) => minorUnit(currency) === 100).map((currency) => `'${currency}'`);

/** SQL: the part of a stay's price that its nights before a day earn. */
const broughtBefore = (day: string): string =>
  `round(parts.earned * (${day} - parts.arrival) / (parts.departure - parts.arrival), case when parts.currency in (${wholeUnits.join(", ")}) then 0 else 2 end)`;

/** SQL: the booked nights of all parts that earn revenue. */
export const earningNights =
  "coalesce(sum(parts.ends - parts.starts) filter (where parts.booked and parts.earned is not null), 0)::bigint";

/** SQL: the revenue of all booked parts. */
export const revenueOfParts = `coalesce(sum(${broughtBefore("parts.ends")} - ${broughtBefore("parts.starts")}) filter (where parts.booked), 0)`;

/**
 * SQL: bookings, and mirrors merged so that several mirrors on one night block it once. `held` has the columns of bookings.
 */
const onceBlocked = `
  select account_id, rental_id, source_id, booked, unavailable, currency, final_price, earned, paid_amount, made, arrival, departure
  from held where not is_mirror
  union all
  select account_id, rental_id, null, false, true, currency, null, null, 0, null, lower(nights), upper(nights) from (
    select account_id, rental_id, min(currency) as currency, unnest(range_agg(daterange(arrival, departure))) as nights
    from held where is_mirror group by account_id, rental_id
  ) as mirrors`;

/** SQL: the caller's bookings of the requested rentals. */
export const root =
  "bookings.account_id = any($1::bigint[]) and ($4::bigint[] is null or bookings.rental_id = any($4::bigint[]))";

/** SQL: the reading of the rental's clock at an instant, as if in UTC (bookings.md, The rental's clock). */
export const rentalReading = (instant: string): string =>
  `((${instant}) at time zone (select rentals.time_zone from rentals
     where rentals.account_id = any($1::bigint[]) and rentals.account_id = bookings.account_id and rentals.id = bookings.rental_id)
     at time zone 'UTC')`;

/** SQL: the booking was made before a reading of its rental's clock. No clock is later than the first bound, which needs no rental. */
const madeBefore = (reading: string): string =>
  `bookings.created_at < ${reading} + interval '12 hours' and ${rentalReading("bookings.created_at")} < ${reading}`;

/** SQL: bookings that held their nights at the end of the requested day on the rental's calendar. */
export function heldAt({ madeUntil }: ReportQuery): string {
  if (madeUntil === undefined) return isLive;
  const end = midnight("$5::date + 1");
  return `${madeBefore(end)} and (${canceledAt} is null or ${rentalReading(canceledAt)} >= ${end})`;
}

/** SQL: the taxes that a booking's rental price includes. */
const taxesInRentalPrice = `coalesce((select sum(bookings_taxes.amount) from bookings_taxes
  where bookings_taxes.account_id = any($1::bigint[]) and bookings_taxes.account_id = bookings.account_id
    and bookings_taxes.booking_id = bookings.id and bookings_taxes.canceled_at is null
    and bookings_taxes.tax_included_in_price and bookings_taxes.taxable_type = 'Rental'), 0)`;

/** SQL: a booking's revenue; null without a price. */
export const earned = ({ revenue = "rental" }: ReportQuery): string =>
  revenue === "total" ? "bookings.final_price" : `bookings.final_rental_price - ${taxesInRentalPrice}`;

/**
 * SQL: `with` queries that end in `parts`: bookings with a night in the period, split by its parts.
 * `$1` … `$5`: accounts, first and last day, rentals or null, made until.
 */
export function withParts(query: ReportQuery): string {
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
    `${earned(query)} as earned`,
    `(${rentalReading("bookings.created_at")} at time zone 'UTC')::date as made`,
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
  return `
    with held as (${held}),
    once as (${onceBlocked}),
    periods as (${query.by === "month" ? months : whole}),
    parts as (
      select once.*, periods.month, periods.first, greatest(once.arrival, periods.first) as starts, least(once.departure, periods.after) as ends
      from once join periods on once.arrival < periods.after and once.departure > periods.first
    )`;
}

export function periodOf(accounts: readonly number[], { from, after, rentals }: ReportQuery): readonly unknown[] {
  return [accounts, formatDay(from), formatDay(after), rentals ?? null];
}

/** Appends the `made_until` day if there is one. */
export function valuesOf(accounts: readonly number[], query: ReportQuery): readonly unknown[] {
  const { madeUntil } = query;
  return [...periodOf(accounts, query), ...(madeUntil === undefined ? [] : [formatDay(madeUntil)])];
}
