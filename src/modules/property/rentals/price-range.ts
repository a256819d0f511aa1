import { formatHundredths } from "../../../core/hundredths.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";

/** A rental's lowest and highest final nightly rate in hundredths; null without prices. */
export interface PriceRange {
  readonly lowest: number | null;
  readonly highest: number | null;
}

/** Stores `min_price` and `max_price`, and bumps the rental's static rates version. */
export async function storePriceRange(
  transaction: Transaction,
  account: number,
  rental: number,
  { lowest, highest }: PriceRange,
): Promise<void> {
  await transaction.run(
    `update rentals set min_price = $3, max_price = $4, static_rates_version = static_rates_version + 1, updated_at = statement_timestamp()
     where account_id = $1 and id = $2`,
    [account, rental, decimalOf(lowest), decimalOf(highest)],
  );
}

const decimalOf = (hundredths: number | null): string | null =>
  hundredths === null ? null : formatHundredths(hundredths);
