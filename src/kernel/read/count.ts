import type { Counted } from "../resource.ts";
import type { QueryKey } from "./compile-query.ts";
import type { View } from "./view.ts";

/** What the lists of ended rows beside the others are called in `record_counts` (migration 0028). */
const endedOf = (table: string): string => `ended ${table}`;

/**
 * SQL of the number of all rows that a list matches: the sum of what the triggers have noted where that is exactly what was asked for
 * (decision 0048), else `count(*)`. A scalar expression: it has the snapshot of the statement in which it stands.
 * @param conditions SQL of the list, which `count(*)` counts by
 * @param withDefaults false: as if no default left anything out
 */
export function totalOf(key: QueryKey, view: View, conditions: string, withDefaults = true): string {
  const { resource } = key;
  const { counted } = resource;
  if (!counted || !isCovered(key, view, counted)) return `(select count(*) from ${resource.table} where ${conditions})`;
  const { after } = counted;
  const unlessGiven = withDefaults ? after?.unlessGiven : undefined;
  const moment = after && key.given.includes(after.parameter) ? `:${after.parameter}` : unlessGiven;
  const range = after && moment !== undefined ? { column: after.column, moment } : undefined;
  const live = sumOf(key, "live", range);
  if (counted.except === undefined) return live;
  const except = `${countWhere(key, [counted.except, ...(range ? [`${range.column} > ${range.moment}`] : [])])}`;
  const listedBy = after && resource.deletion?.listedBy;
  if (listedBy === undefined) return `(${live} - ${except})`;
  const ended = sumOf(key, "ended", range);
  if (!key.given.includes(listedBy)) return withDefaults ? `(${live} - ${except})` : `(${live} + ${ended})`;
  return `(${live} + case when :${listedBy} then ${ended} else - ${except} end)`;
}

/** Rows whose column is later than a moment; both are SQL. */
interface Range {
  readonly column: string;
  readonly moment: string;
}

/** Whether the list is the account's own, in full, and asked for with nothing but the parameters that are counted by. */
function isCovered({ resource, publishedOnly, given, filters = [] }: QueryKey, view: View, counted: Counted): boolean {
  if (publishedOnly || view.others !== undefined || filters.length > 0) return false;
  const { deletion, visible, always } = resource;
  if (always !== undefined || (visible !== undefined && counted.except === undefined)) return false;
  const parameters = counted.after ? [counted.after.parameter, deletion?.listedBy] : [];
  return given.every((name) => parameters.includes(name));
}

/** The later months, what is left of the moment's own and of its day, and what is not put together yet. */
function sumOf(key: QueryKey, which: "live" | "ended", range: Range | undefined): string {
  const { table, deletion } = key.resource;
  const ofWhich = (from: string): string[] => [
    ofAccounts(key, from),
    `${from}.counted = '${which === "live" ? table : endedOf(table)}'`,
  ];
  const together = (span: string, ...conditions: string[]): string =>
    sum("record_counts.total", [...ofWhich("record_counts"), `record_counts.span = '${span}'`, ...conditions]);
  const noted = (...conditions: string[]): string =>
    sum("record_count_changes.change", [...ofWhich("record_count_changes"), ...conditions]);
  if (!range || !deletion) return `(${together(key.resource.counted?.after ? "month" : "always")} + ${noted()})`;
  const day = `(${range.moment} at time zone 'UTC')::date`;
  const nextDay = `((${day} + 1)::timestamp at time zone 'UTC')`;
  const nextMonth = `(date_trunc('month', ${range.moment} at time zone 'UTC') + interval '1 month')::date`;
  const isWhich = `${table}.${deletion.column} is ${which === "live" ? "" : "not "}null`;
  const sums = [
    together("month", `record_counts.since > ${day}`),
    together("day", `record_counts.since > ${day}`, `record_counts.since < ${nextMonth}`),
    noted(`record_count_changes.day > ${day}`),
    countWhere(key, [isWhich, `${range.column} > ${range.moment}`, `${range.column} < ${nextDay}`]),
  ];
  return `(${sums.join(" + ")})`;
}

function sum(column: string, conditions: readonly string[]): string {
  const table = column.slice(0, column.indexOf("."));
  return `(select coalesce(sum(${column}), 0) from ${table} where ${conditions.join(" and ")})`;
}

function countWhere(key: QueryKey, conditions: readonly string[]): string {
  const { table } = key.resource;
  return `(select count(*) from ${table} where ${[ofAccounts(key, table), ...conditions].join(" and ")})`;
}

function ofAccounts({ oneAccount }: QueryKey, table: string): string {
  return `${table}.account_id = ${oneAccount ? ":account" : "any(:accounts)"}`;
}
