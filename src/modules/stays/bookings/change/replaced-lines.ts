import type { TaxLine } from "../../../../core/booking-totals.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { NewFee } from "../bill/new-lines.ts";

/** The lines that a booking keeps when it is repriced. */
export interface AgreedLines {
  readonly fees: readonly NewFee[];
  readonly taxes: readonly TaxLine[];
}

/**
 * Reads the lines agreed for this booking alone: optional and standalone fees, and taxes that are not the account's.
 * @param required the new stay's required fees, which replace the same fee chosen earlier
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

/** Cancels the lines that a new bill replaces: all fees that it does not keep, and the account's taxes. */
export async function replaceLines(
  { transaction, account }: WriteContext,
  booking: number,
  fees: readonly NewFee[],
): Promise<void> {
  const kept = fees.flatMap((fee) => (fee.origin === "agreed" ? [fee.id] : []));
  const ended =
    "set canceled_at = statement_timestamp(), updated_at = statement_timestamp() where account_id = $1 and booking_id = $2 and canceled_at is null";
  await transaction.run(`update bookings_taxes ${ended} and tax_id is not null`, [account.id, booking]);
  await transaction.run(`update bookings_fees ${ended} and id <> all ($3::bigint[])`, [
    account.id,
    booking,
    `{${kept.join(",")}}`,
  ]);
}
