import { dayOfInstant } from "../../../core/day.ts";
import { dayIn } from "../../../core/time-zone.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";

/**
 * Today by the accounts' clocks, in epoch days; the latest day of several accounts, so that none misses its newest records.
 * @param now epoch milliseconds
 */
export async function accountsToday(
  transaction: Transaction,
  accounts: readonly number[],
  now: number,
): Promise<number> {
  const zones = await transaction.rows<{ time_zone: string }>(
    "select time_zone from accounts where id = any($1::bigint[])",
    [accounts],
  );
  // A caller without accounts reads nothing, whatever the day.
  return zones.length === 0 ? dayOfInstant(now) : Math.max(...zones.map(({ time_zone }) => dayIn(time_zone, now)));
}
