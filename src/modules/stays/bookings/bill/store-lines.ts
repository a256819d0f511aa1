import type { FeeLine, TaxLine } from "../../../../core/booking-totals.ts";
import { formatHundredths } from "../../../../core/hundredths.ts";
import { mayAny } from "../../../../kernel/access/scopes.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { insertRecord } from "../../../../kernel/write/store.ts";
import { lockOf } from "../nights/booking-lock.ts";
import type { NewFee, NewTax } from "./new-lines.ts";

/** The booking to store lines for. */
export interface BookingOfLines {
  readonly id: number;
  readonly rental: number;
}

/** Stores a booking's fees, taxes and comments. Pipelines the independent statements. */
export async function storeParts(
  context: WriteContext,
  booking: BookingOfLines,
  parts: { readonly fees: readonly NewFee[]; readonly taxes: readonly NewTax[]; readonly comments: readonly Draft[] },
): Promise<void> {
  const [ids] = await Promise.all([
    storeFees(context, booking, parts.fees),
    ...parts.taxes.map((tax) =>
      tax.origin === "input" ? insertRecord(context, tax.draft, { booking_id: booking.id, ...tax.columns }) : undefined,
    ),
    ...parts.comments.map((comment) =>
      insertRecord(context, comment, {
        booking_id: booking.id,
        created_by_application_id: context.caller.application,
      }),
    ),
  ]);
  await storeLeviedTaxes(context, booking, parts.taxes, ids);
}

/** Stores fees. @returns their ids by index */
async function storeFees(
  context: WriteContext,
  booking: BookingOfLines,
  fees: readonly NewFee[],
): Promise<ReadonlyMap<number, number>> {
  const ids = new Map<number, number>();
  await Promise.all([
    ...fees.map(async (fee, index) => {
      if (fee.origin === "input")
        ids.set(index, await insertRecord(context, fee.draft, { booking_id: booking.id, ...fee.columns }));
      else if (fee.origin === "agreed") ids.set(index, fee.id);
    }),
    storeRequiredFees(context, booking, fees, ids),
  ]);
  return ids;
}

/** Stores the required fees in one statement, with their origins' names and kinds. */
async function storeRequiredFees(
  context: WriteContext,
  booking: BookingOfLines,
  fees: readonly NewFee[],
  ids: Map<number, number>,
): Promise<void> {
  const indexes = new Map<number, number>();
  const lines = fees.flatMap((fee, index) => {
    if (fee.origin !== "required") return [];
    indexes.set(fee.rentalsFee, index);
    return [{ index, id: fee.rentalsFee, price: formatHundredths(fee.line.price), times: fee.line.timesBooked }];
  });
  if (lines.length === 0) return;
  // Filter by ids too: a join with the lines alone would read the fees of all the account's rentals.
  const rows = await context.transaction.rows<{ id: number; rentals_fee_id: number }>(
    `insert into bookings_fees (account_id, booking_id, rentals_fee_id, fee_id, name, kind, required, public, price, times_booked,
       created_by_application_id, locked)
     select $1, $2::bigint, line.id, fees.id, fees.name, fees.kind, rentals_fees.required, rentals_fees.public, line.price, line.times, $4::bigint, $5::text
     from json_to_recordset($3) as line (index integer, id bigint, price numeric, times integer)
     join rentals_fees on rentals_fees.account_id = $1 and rentals_fees.id = line.id and rentals_fees.id = any ($6::bigint[])
     join fees on fees.account_id = $1 and fees.id = rentals_fees.fee_id
     order by line.index returning id, rentals_fee_id`,
    [
      context.account.id,
      booking.id,
      JSON.stringify(lines),
      context.caller.application,
      mayAny(context.caller.scopes, ["bookings_write"]) ? null : lockOf(context.caller),
      lines.map(({ id }) => id),
    ],
  );
  for (const { id, rentals_fee_id } of rows) {
    const index = indexes.get(rentals_fee_id);
    if (index !== undefined) ids.set(index, id);
  }
  if (rows.length !== lines.length) throw new Error("A required fee disappeared before it was stored.");
}

/** Stores the levied taxes in one statement, under their current names. */
async function storeLeviedTaxes(
  context: WriteContext,
  booking: BookingOfLines,
  taxes: readonly NewTax[],
  feeIds: ReadonlyMap<number, number>,
): Promise<void> {
  const lines = taxes.flatMap((tax, index) => {
    if (tax.origin === "input") return [];
    const { tax: id, percentage, on, line } = tax;
    return [
      {
        index,
        id,
        type: on ? "Fee" : "Rental",
        taxable: on ? on.fee : booking.rental,
        fee: on ? feeIds.get(on.index) : null,
        percentage: formatHundredths(percentage),
        amount: formatHundredths(line.amount),
        included: line.included,
      },
    ];
  });
  if (lines.length === 0) return;
  const stored = await context.transaction.run(
    `insert into bookings_taxes (account_id, booking_id, tax_id, taxable_type, taxable_id, bookings_fee_id, name, percentage, amount,
       tax_included_in_price)
     select taxes.account_id, $2::bigint, taxes.id, line.type, line.taxable, line.fee, taxes.name, line.percentage, line.amount, line.included
     from json_to_recordset($3) as line (
       index integer, id bigint, type text, taxable bigint, fee bigint, percentage numeric, amount numeric, included boolean
     )
     join taxes on taxes.account_id = $1 and taxes.id = line.id
     order by line.index returning account_id`,
    [context.account.id, booking.id, JSON.stringify(lines)],
  );
  if (stored !== lines.length) throw new Error("A tax disappeared before it was stored.");
}

/** Points taxes on the rental price to the rental that the booking moved to. */
export async function moveTaxes({ transaction, account }: WriteContext, booking: BookingOfLines): Promise<void> {
  await transaction.run(
    `update bookings_taxes set taxable_id = $3, updated_at = statement_timestamp()
     where account_id = $1 and booking_id = $2 and taxable_type = 'Rental' and taxable_id <> $3 and canceled_at is null`,
    [account.id, booking.id, booking.rental],
  );
}

/** Reads a booking's current fees and taxes. */
export async function storedLines(
  context: WriteContext,
  bookingId: number,
): Promise<{ fees: FeeLine[]; taxes: TaxLine[] }> {
  const [fees, taxes] = await Promise.all([
    context.transaction.rows<{ price: number; times_booked: number; included_in_price: boolean }>(
      "select price, times_booked, included_in_price from bookings_fees where account_id = $1 and booking_id = $2 and canceled_at is null",
      [context.account.id, bookingId],
    ),
    context.transaction.rows<{ amount: number; tax_included_in_price: boolean }>(
      "select amount, tax_included_in_price from bookings_taxes where account_id = $1 and booking_id = $2 and canceled_at is null",
      [context.account.id, bookingId],
    ),
  ]);
  return {
    fees: fees.map((fee) => ({
      price: fee.price,
      timesBooked: fee.times_booked,
      includedInPrice: fee.included_in_price,
    })),
    taxes: taxes.map((tax) => ({ amount: tax.amount, included: tax.tax_included_in_price })),
  };
}
