import { formatHundredths } from "../../../core/hundredths.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";

/** The lowest and the highest night's final rate of a rental, hundredths; null where it has no prices. */
export interface PriceRange {
  readonly lowest: number | null;
  readonly highest: number | null;
}

/** Writes what a rental's record says of its static rates: `min_price`, `max_price`, and that its rates have changed. */
export async function storePriceRange(
  transaction: Transaction,
  account: number,
  rental: number,
  { lowest, highest }: PriceRange,
): Promise<void> {
  await transaction.run(
    `update rentals set min_price = $3, max_price = $4, static_rates_version = static_rates_version + 1, updated_at = clock_timestamp()
     where account_id = $1 and id = $2`,
    [account, rental, decimalOf(lowest), decimalOf(highest)],
  );
}

const decimalOf = (hundredths: number | null): string | null =>
  hundredths === null ? null : formatHundredths(hundredths);
