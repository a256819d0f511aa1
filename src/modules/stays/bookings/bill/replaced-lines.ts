import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { TaxLine } from "./booking-totals.ts";
import type { NewFee } from "./new-lines.ts";

/** What of a booking's lines stays when it is priced anew. */
export interface AgreedLines {
  readonly fees: readonly NewFee[];
  readonly taxes: readonly TaxLine[];
}

/**
 * The fees and taxes of a booking that were agreed for it, and do not follow from its rental: fees that were not required, or that stand
 * alone, and taxes that come from none of the account's.
 * @param required the fees that the rental requires of the new stay: one that was chosen before gives way to one of these
 */
export async function readAgreedLines(
  { transaction, account }: WriteContext,
  booking: number,
  required: readonly NewFee[],
): Promise<AgreedLines> {
  const replacing = required.flatMap((fee) => (fee.origin === "required" ? [fee.rentalsFee] : []));
  const fees = await transaction.rows<{
    id: number;
    fee_id: number | null;
    price: number;
    times_booked: number;
    included_in_price: boolean;
  }>(
    `select id, fee_id, price, times_booked, included_in_price from bookings_fees
     where account_id = $1 and booking_id = $2 and canceled_at is null
       and (rentals_fee_id is null or not (required or rentals_fee_id = any ($3::bigint[])))
     order by id`,
    [account.id, booking, `{${replacing.join(",")}}`],
  );
  const taxes = await transaction.rows<{ amount: number; tax_included_in_price: boolean }>(
    "select amount, tax_included_in_price from bookings_taxes where account_id = $1 and booking_id = $2 and canceled_at is null and tax_id is null order by id",
    [account.id, booking],
  );
  return {
    fees: fees.map((fee) => ({
      origin: "agreed",
      id: fee.id,
      fee: fee.fee_id,
      line: { price: fee.price, timesBooked: fee.times_booked, includedInPrice: fee.included_in_price },
    })),
    taxes: taxes.map((tax) => ({ amount: tax.amount, included: tax.tax_included_in_price })),
  };
}

/** Ends the lines that a new bill replaces: all fees but those that stay in it, and the taxes that come from the account's. */
export async function replaceLines(
  { transaction, account }: WriteContext,
  booking: number,
  fees: readonly NewFee[],
): Promise<void> {
  const staying = fees.flatMap((fee) => (fee.origin === "agreed" ? [fee.id] : []));
  const ended =
    "set canceled_at = clock_timestamp(), updated_at = clock_timestamp() where account_id = $1 and booking_id = $2 and canceled_at is null";
  await transaction.run(`update bookings_taxes ${ended} and tax_id is not null`, [account.id, booking]);
  await transaction.run(`update bookings_fees ${ended} and id <> all ($3::bigint[])`, [
    account.id,
    booking,
    `{${staying.join(",")}}`,
  ]);
}
