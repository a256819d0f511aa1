import { formatDay } from "../../../core/day.ts";
import { touristFeeKinds, touristTaxKinds } from "../../../core/pricing/tourist-tax-kinds.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { arrivalDate, departureDate, isLive, midnight } from "../../property/occupancy/held-nights.ts";
import { root } from "./report-parts.ts";
import type { ReportQuery } from "./report-query.ts";

/** The tourist tax of a municipality and a month of arrival. Amounts in hundredths. */
export interface TouristTaxRow {
  /** The city of the rentals; null where they name none. */
  readonly municipality: string | null;
  /** Such as `2027-07`. */
  readonly month: string;
  readonly currency: string;
  /** Stays with a tourist tax. */
  readonly stays: number;
  readonly nights: number;
  readonly adults: number;
  readonly children: number;
  /** Adults multiplied by the nights of their stays. */
  readonly adultNights: number;
  readonly amount: number;
}

export type TouristTaxQuery = Pick<ReportQuery, "from" | "after" | "rentals">;

/** SQL: the sum of a booking's live lines; null without any. */
const sumOf = (table: string, amount: string, condition: string): string =>
  `(select sum(${amount}) from ${table} where ${table}.account_id = any($1::bigint[]) and ${table}.account_id = bookings.account_id
    and ${table}.booking_id = bookings.id and ${table}.canceled_at is null and ${condition})`;

const fees = sumOf("bookings_fees", "price * times_booked", "included_in_price and kind = any($5::text[])");
const taxes = sumOf(
  "bookings_taxes",
  "amount",
  `exists (select from taxes where taxes.account_id = any($1::bigint[]) and taxes.account_id = bookings_taxes.account_id
     and taxes.id = bookings_taxes.tax_id and taxes.kind = any($6::text[]))`,
);

/**
 * Tourist taxes by municipality and month of arrival, both ascending: fees and taxes whose kind is one, of booked stays that are not
 * canceled. A stay counts in full in the month in which it arrives, as it is declared.
 */
export async function readTouristTaxes(
  transaction: Transaction,
  accounts: readonly number[],
  { from, after, rentals }: TouristTaxQuery,
): Promise<readonly TouristTaxRow[]> {
  return transaction.rows<TouristTaxRow & Readonly<Record<string, unknown>>>(
    `with stays as (
       select bookings.account_id, bookings.rental_id, bookings.currency, ${arrivalDate} as arrival, ${departureDate} - ${arrivalDate} as nights,
         coalesce(bookings.adults, 0) as adults, coalesce(bookings.children, 0) as children, ${fees} as fees, ${taxes} as taxes
       from bookings where ${root} and ${isLive} and bookings.booked
         and bookings.start_at >= ${midnight("$2::date")} and bookings.start_at < ${midnight("$3::date")}
     )
     select rentals.city as municipality, to_char(stays.arrival, 'YYYY-MM') as month, stays.currency,
       count(*) as stays, sum(stays.nights)::bigint as nights, sum(stays.adults)::bigint as adults, sum(stays.children)::bigint as children,
       sum(stays.adults * stays.nights)::bigint as "adultNights", sum(coalesce(stays.fees, 0) + coalesce(stays.taxes, 0)) as amount
     from stays join rentals on rentals.account_id = any($1::bigint[]) and rentals.account_id = stays.account_id and rentals.id = stays.rental_id
     where stays.fees is not null or stays.taxes is not null
     group by 1, 2, 3 order by 1 nulls last, 2, 3`,
    [accounts, formatDay(from), formatDay(after), rentals ?? null, touristFeeKinds, touristTaxKinds],
  );
}
