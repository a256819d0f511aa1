import { type Applicability, always, type Period } from "../../../../core/pricing/applicability.ts";
import type { Season } from "../../../../core/pricing/rates/rate-book.ts";
import type { RatesRule } from "../../../../core/pricing/rules/rates-rule.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import { epochDay } from "../../../../kernel/values/built-json.ts";
import { ruleOf, type StoredRule } from "./rules.ts";

/** A rates table's seasons and rules. Rentals with the same table share these lists. */
export interface TablePrices {
  readonly seasons: readonly Season[];
  readonly rules: readonly RatesRule[];
}

/** For rentals without a rates table. */
export const noTable: TablePrices = { seasons: [], rules: [] };

/** Periods (inclusive days) by season id. */
export type SeasonPeriods = ReadonlyMap<number, readonly Period[]>;

interface StoredSeason {
  readonly id: number;
  readonly rates_table_id: number;
  readonly ratio_percentage: number;
  readonly minimum_stay: number;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** SQL: the periods' first or last days as an array of epoch days. */
const days = (column: string) => `array_agg(${epochDay(`periods.${column}`)}::bigint order by periods.id)`;

/**
 * Reads rates tables by id, with one statement for seasons and one for rules.
 * @param feeSeasons ids of additional seasons whose periods fees need, possibly of other tables
 */
export async function readRatesTables(
  transaction: Transaction,
  accounts: readonly number[],
  tables: readonly number[],
  feeSeasons: readonly number[],
): Promise<{ tables: ReadonlyMap<number, TablePrices>; periods: SeasonPeriods }> {
  const [seasons, rules] = await Promise.all([
    transaction.rows<StoredSeason & { [column: string]: unknown }>(
      `select seasons.id, seasons.rates_table_id, seasons.ratio_percentage, seasons.minimum_stay,
         coalesce(dated.starts, '{}') as starts, coalesce(dated.ends, '{}') as ends
       from seasons left join lateral (
         select ${days("start_date")} as starts, ${days("end_date")} as ends from periods
         where periods.account_id = any($1::bigint[]) and periods.account_id = seasons.account_id and periods.season_id = seasons.id and periods.archived_at is null
       ) as dated on true
       where seasons.account_id = any($1::bigint[]) and seasons.deleted_at is null
         and (seasons.rates_table_id = any($2::bigint[]) or seasons.id = any($3::bigint[]))
       order by seasons.id`,
      [accounts, tables, feeSeasons],
    ),
    transaction.rows<
      StoredRule & {
        rates_table_id: number;
        always_applied: boolean;
        start_date: number | null;
        end_date: number | null;
        season_ids: number[];
      }
    >(
      `select id, rates_table_id, kind, percentage, fixed_amount, variables, always_applied, start_date, end_date, array(
         select season_id from rates_rules_seasons
         where rates_rules_seasons.account_id = any($1::bigint[]) and rates_rules_seasons.account_id = rates_rules.account_id
           and rates_rules_seasons.rates_rule_id = rates_rules.id
       ) as season_ids
       from rates_rules where account_id = any($1::bigint[]) and rates_table_id = any($2::bigint[]) and deleted_at is null
       order by id`,
      [accounts, tables],
    ),
  ]);
  const periods = new Map(seasons.map((season) => [season.id, periodsOf(season)]));
  const read = new Map<number, { seasons: Season[]; rules: RatesRule[] }>();
  for (const table of tables) read.set(table, { seasons: [], rules: [] });
  for (const { id, rates_table_id, ratio_percentage, minimum_stay } of seasons) {
    const season = { id, ratio: ratio_percentage, minimumStay: minimum_stay, periods: periods.get(id) ?? [] };
    read.get(rates_table_id)?.seasons.push(season);
  }
  for (const rule of rules) read.get(rule.rates_table_id)?.rules.push(ruleOf(rule, whenOf(rule, periods)));
  return { tables: read, periods };
}

/** The stored columns that say when a rule or fee applies; days are epoch days. */
export interface StoredWhen {
  readonly always_applied: boolean;
  readonly start_date: number | null;
  readonly end_date: number | null;
  readonly season_ids: readonly number[];
}

/** A rule's or fee's applicability, from its stored columns. */
export function whenOf(stored: StoredWhen, periods: SeasonPeriods): Applicability {
  if (stored.always_applied) return always;
  if (stored.start_date !== null && stored.end_date !== null) {
    return { when: "dates", start: stored.start_date, end: stored.end_date };
  }
  return { when: "seasons", periods: periodsOfSeasons(stored.season_ids, periods) };
}

/** Rules with the same seasons share one list, which is sorted once. */
const periodLists = new WeakMap<SeasonPeriods, Map<string, readonly Period[]>>();

function periodsOfSeasons(seasons: readonly number[], periods: SeasonPeriods): readonly Period[] {
  const lists = periodLists.get(periods) ?? new Map<string, readonly Period[]>();
  periodLists.set(periods, lists);
  const key = seasons.join();
  const existing = lists.get(key);
  if (existing) return existing;
  const list = seasons.flatMap((id) => periods.get(id) ?? []);
  lists.set(key, list);
  return list;
}

function periodsOf({ starts, ends }: StoredSeason): Period[] {
  return starts.map((start, index) => ({ start, end: ends[index] ?? start }));
}
