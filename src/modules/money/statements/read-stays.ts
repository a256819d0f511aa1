import { formatDay } from "../../../core/day.ts";
import { minorUnit } from "../../../core/rounding.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import {
  arrivalDate,
  bookingsHolding,
  canceledAt,
  departureDate,
  hasNightIn,
  isLive,
} from "../../property/occupancy/held-nights.ts";
import type { CountedStay, Month } from "./statement.ts";
import { type BookedMoney, moneyKept, moneyOfStay } from "./stay-money.ts";

interface StayRow {
  readonly rental_id: number;
  readonly id: number;
  readonly canceled: boolean;
  readonly arrival: number;
  readonly departure: number;
  readonly currency: string;
  readonly final_rental_price: number | null;
  readonly final_price: number | null;
  readonly commission: number | null;
  readonly payment_charge_commission: number | null;
  readonly rental_payback_to_owner: number | null;
  readonly final_payback_to_owner: number | null;
  readonly paid_amount: number;
  readonly fees: number;
  readonly fees_commission: number;
  readonly fees_payback: number;
  readonly taxes_on_top: number;
  readonly taxes_in_rental: number;
  readonly taxes_in_fees: number;
  /** In minor units. */
  readonly lost: number;
  readonly disputed: number;
  readonly [column: string]: unknown;
}

/** SQL: a sum over the active fees or taxes of a booking. */
const sumOf = (table: string, amount: string, condition: string): string =>
  `coalesce((select sum(${amount}) from ${table} where ${table}.account_id = any($1::bigint[]) and ${table}.account_id = bookings.account_id and ${table}.booking_id = bookings.id and ${table}.canceled_at is null and ${condition}), 0)`;

const ofFees = (amount: string, condition = "true"): string => sumOf("bookings_fees", amount, condition);
const ofTaxes = (condition: string): string => sumOf("bookings_taxes", "amount", condition);

/** SQL: a sum over the live payments of a booking that pay its price, in minor units. A damage deposit does not. */
const ofPayments = (amount: string, condition: string): string =>
  `coalesce((select sum(${amount}) from bookings_payments as paid join payments on payments.account_id = any($1::bigint[])
     and payments.account_id = paid.account_id and payments.id = paid.payment_id
   left join payments as refunded on refunded.account_id = any($1::bigint[])
     and refunded.account_id = payments.account_id and refunded.id = payments.refunded_payment_id
   where paid.account_id = any($1::bigint[]) and paid.account_id = bookings.account_id and paid.booking_id = bookings.id
     and payments.canceled_at is null and payments.rejected_at is null and refunded.canceled_at is null
     and coalesce(refunded.kind, payments.kind) <> 'damage-deposit' and ${condition}), 0)::bigint`;

const columns = `
    bookings.rental_id, bookings.id, ${canceledAt} is not null as canceled, ${arrivalDate} as arrival, ${departureDate} as departure,
    bookings.currency, bookings.final_rental_price, bookings.final_price, bookings.commission, bookings.payment_charge_commission,
    bookings.rental_payback_to_owner, bookings.final_payback_to_owner, bookings.paid_amount,
    ${ofFees("price * times_booked", "included_in_price")} as fees, ${ofFees("commission")} as fees_commission,
    ${ofFees("payback_to_owner")} as fees_payback, ${ofTaxes("not tax_included_in_price")} as taxes_on_top,
    ${ofTaxes("tax_included_in_price and taxable_type = 'Rental'")} as taxes_in_rental,
    ${ofTaxes("tax_included_in_price and taxable_type = 'Fee'")} as taxes_in_fees,
    ${ofPayments("-paid.amount_in_cents", "payments.kind = 'dispute'")} as lost,
    ${ofPayments("paid.amount_in_cents", "payments.dispute_status = 'open'")} as disputed`;

const root = "bookings.account_id = any($1::bigint[]) and bookings.rental_id = any($2::bigint[])";
const [first, after] = ["$3::date", "$4::date"];

/** SQL: a canceled booking or expired hold whose payments were kept. The wording matches its partial index. */
const isKept =
  `(bookings.canceled_at is not null or bookings.tentative_expires_at is not null) and bookings.paid_amount > 0` +
  ` and ${canceledAt} is not null and not bookings.unavailable`;

const statement = `
  ${bookingsHolding(columns, { root, arrival: first, departure: after, live: `${isLive} and bookings.booked` })}
  union all select ${columns} from bookings where ${root} and ${isKept} and ${hasNightIn(first, after)}
  order by arrival, id`;

/** Stays with a night in the month, grouped by rental and ordered by arrival. */
export async function readStays(
  transaction: Transaction,
  accounts: readonly number[],
  rentals: readonly number[],
  month: Month,
): Promise<ReadonlyMap<number, readonly CountedStay[]>> {
  const rows = await transaction.rows<StayRow>(statement, [
    accounts,
    rentals,
    formatDay(month.first),
    formatDay(month.after),
  ]);
  const counted = Map.groupBy(rows, (row) => row.rental_id);
  return new Map([...counted].map(([rental, group]) => [rental, group.map(countedStay)]));
}

function countedStay(row: StayRow): CountedStay {
  const { id, currency, canceled, arrival, departure } = row;
  const booked: BookedMoney = {
    currency,
    finalRentalPrice: row.final_rental_price,
    finalPrice: row.final_price,
    commission: row.commission,
    paymentChargeCommission: row.payment_charge_commission,
    rentalPaybackToOwner: row.rental_payback_to_owner,
    finalPaybackToOwner: row.final_payback_to_owner,
    fees: row.fees,
    feesCommission: row.fees_commission,
    feesPaybackToOwner: row.fees_payback,
    taxesOnTop: row.taxes_on_top,
    taxesInRentalPrice: row.taxes_in_rental,
    taxesInFees: row.taxes_in_fees,
    paid: row.paid_amount,
    disputesLost: row.lost * minorUnit(currency),
    disputesOpen: row.disputed * minorUnit(currency),
  };
  const money = canceled ? moneyKept(booked, row.paid_amount) : moneyOfStay(booked);
  return { booking: id, currency, canceled, arrival, departure, money };
}
