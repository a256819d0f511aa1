import { formatDay } from "../../../../core/day.ts";
import { formatHundredths } from "../../../../core/hundredths.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { RateChanges, Run, StoredRun } from "./match-rates.ts";

/** A rental within its account. */
export interface RentalKey {
  readonly account: number;
  readonly rental: number;
}

/** A rental's live static rates in order of their nights. */
export async function readRates(transaction: Transaction, { account, rental }: RentalKey): Promise<StoredRun[]> {
  const rows = await transaction.rows<{
    id: number;
    currency: string;
    start_date: number;
    end_date: number;
    initial_nightly_rate: number;
    initial_weekly_rate: number;
    initial_monthly_rate: number;
    final_nightly_rate: number;
    final_weekly_rate: number;
    final_monthly_rate: number;
    minimum_stay: number;
  }>(
    `select id, currency, start_date, end_date, initial_nightly_rate, initial_weekly_rate, initial_monthly_rate, final_nightly_rate,
       final_weekly_rate, final_monthly_rate, minimum_stay
     from rates where account_id = $1 and rental_id = $2 and deleted_at is null order by start_date`,
    [account, rental],
  );
  return rows.map((row) => ({
    id: row.id,
    currency: row.currency,
    start: row.start_date,
    end: row.end_date,
    initialNightly: row.initial_nightly_rate,
    initialWeekly: row.initial_weekly_rate,
    initialMonthly: row.initial_monthly_rate,
    finalNightly: row.final_nightly_rate,
    finalWeekly: row.final_weekly_rate,
    finalMonthly: row.final_monthly_rate,
    minimumStay: row.minimum_stay,
  }));
}

/** Writes the changes in at most three statements. A deferred constraint checks for overlaps at commit. */
export async function storeRates(
  transaction: Transaction,
  { account, rental }: RentalKey,
  { changed, added, removed }: RateChanges,
): Promise<void> {
  if (removed.length > 0) {
    await transaction.run(
      `update rates set deleted_at = statement_timestamp(), updated_at = statement_timestamp()
       where account_id = $1 and id = any($2::bigint[])`,
      [account, removed],
    );
  }
  if (changed.length > 0) {
    await transaction.run(
      `update rates set currency = run.currency, start_date = run.start_date, end_date = run.end_date,
         initial_nightly_rate = run.initial_nightly_rate, initial_weekly_rate = run.initial_weekly_rate,
         initial_monthly_rate = run.initial_monthly_rate, final_nightly_rate = run.final_nightly_rate,
         final_weekly_rate = run.final_weekly_rate, final_monthly_rate = run.final_monthly_rate,
         minimum_stay = run.minimum_stay, updated_at = statement_timestamp()
       from ${runs(2)}, unnest($12::bigint[]) with ordinality as target(id, index)
       where rates.account_id = $1 and rates.id = target.id and target.index = run.index`,
      [account, ...columnsOf(changed), changed.map(({ id }) => id)],
    );
  }
  if (added.length > 0) {
    await transaction.run(
      `insert into rates (account_id, rental_id, currency, start_date, end_date, initial_nightly_rate, initial_weekly_rate,
         initial_monthly_rate, final_nightly_rate, final_weekly_rate, final_monthly_rate, minimum_stay)
       select $1, $12, currency, start_date, end_date, initial_nightly_rate, initial_weekly_rate, initial_monthly_rate,
         final_nightly_rate, final_weekly_rate, final_monthly_rate, minimum_stay
       from ${runs(2)} order by index returning account_id`,
      [account, ...columnsOf(added), rental],
    );
  }
}

const types = ["text", "date", "date", ...Array<string>(6).fill("numeric"), "integer"];

/** SQL: runs as rows with their index, from one array parameter per column, starting at `from`. */
const runs = (from: number): string =>
  `unnest(${types.map((type, column) => `$${from + column}::${type}[]`).join(", ")}) with ordinality as run(currency, start_date, end_date,
     initial_nightly_rate, initial_weekly_rate, initial_monthly_rate, final_nightly_rate, final_weekly_rate, final_monthly_rate,
     minimum_stay, index)`;

function columnsOf(list: readonly Run[]): unknown[] {
  const amounts = (of: (run: Run) => number): string[] => list.map((run) => formatHundredths(of(run)));
  return [
    list.map(({ currency }) => currency),
    list.map(({ start }) => formatDay(start)),
    list.map(({ end }) => formatDay(end)),
    amounts((run) => run.initialNightly),
    amounts((run) => run.initialWeekly),
    amounts((run) => run.initialMonthly),
    amounts((run) => run.finalNightly),
    amounts((run) => run.finalWeekly),
    amounts((run) => run.finalMonthly),
    list.map(({ minimumStay }) => minimumStay),
  ];
}
