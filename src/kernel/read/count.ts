import type { Counted } from "../resource.ts";
import type { QueryKey } from "./query-key.ts";
import type { View } from "./view.ts";

/** The name in `record_counts` of a table's ended rows (baseline/03_resources.sql). */
const endedOf = (table: string): string => `ended ${table}`;

/**
 * SQL of a list's total: the sum that triggers maintain where it covers exactly this list (docs/design/response-cache.md), else
 * `count(*)`. It is a scalar expression, so it shares the snapshot of its statement.
 * @param conditions the list's conditions, for `count(*)`
 * @param withDefaults false: ignores the list's defaults
 */
export function totalOf(key: QueryKey, view: View, conditions: string, withDefaults = true): string {
  const { counted, deletion, table } = key.resource;
  // Without `after` the triggers count live rows only, so rows that the default hides must be counted.
  const needsEnded = !withDefaults && deletion?.listedBy !== undefined && counted?.after === undefined;
  if (!counted || needsEnded || !isCovered(key, view, counted))
    return `(select count(*) from ${table} where ${conditions})`;
  // A sub-select: PostgreSQL would call a bare function for every row of the page.
  return `(select ${storedTotal(key, counted, withDefaults)})`;
}

function storedTotal(key: QueryKey, { after, except }: Counted, withDefaults: boolean): string {
  const { always, deletion, table } = key.resource;
  const isGiven = after !== undefined && key.searchNames.includes(after.parameter);
  const moment = isGiven ? after.given : withDefaults ? after?.unlessGiven : undefined;
  const range = after && moment !== undefined ? { column: after.column, moment } : undefined;
  const live = sumOf(key, "live", range);
  const hidden = isGiven ? after.exceptGiven : withDefaults ? after?.exceptUnlessGiven : undefined;
  // Each count uses its own index.
  const countOf = (...conditions: readonly string[]): string =>
    countWhere(key, [
      ...conditions,
      ...(always === undefined ? [] : [always]),
      ...(range ? [`${range.column} > ${range.moment}`] : []),
    ]);
  const hiddenLive = hidden && deletion ? [`${table}.${deletion.column} is null`, hidden] : undefined;
  const excluded = [
    ...(except === undefined ? [] : [countOf(except)]),
    ...(hiddenLive ? [countOf(...hiddenLive, ...(except === undefined ? [] : [`(${except}) is not true`]))] : []),
  ];
  const shown = minus(live, excluded);
  const listedBy = after && deletion?.listedBy;
  if (listedBy === undefined || !deletion) return shown;
  const ended = sumOf(key, "ended", range);
  if (!key.searchNames.includes(listedBy)) return withDefaults ? shown : `${live} + ${ended}`;
  const hiddenEnded = hidden ? [countOf(`${table}.${deletion.column} is not null`, hidden)] : [];
  const all = minus(`${live} + ${ended}`, [...(hiddenLive ? [countOf(...hiddenLive)] : []), ...hiddenEnded]);
  return `case when :${listedBy} then ${all} else ${shown} end`;
}

const minus = (total: string, parts: readonly string[]): string => [total, ...parts].join(" - ");

/** Rows whose column is later than a moment; both are SQL. */
interface Range {
  readonly column: string;
  readonly moment: string;
}

/** Whether the list shows the whole account in full, filtered only by the parameters that the triggers count by. */
function isCovered(
  { resource, publishedOnly, searchNames, filters = [] }: QueryKey,
  view: View,
  counted: Counted,
): boolean {
  if (publishedOnly || view.others !== undefined || view.rows !== undefined || filters.length > 0) return false;
  const { deletion, visible, always } = resource;
  if (always !== undefined && counted.always !== true) return false;
  if (visible !== undefined && counted.except === undefined) return false;
  const parameters = counted.after ? [counted.after.parameter, deletion?.listedBy] : [];
  return searchNames.every((name) => parameters.includes(name));
}

/** Adds up the later months, the rest of the moment's month and day, and the changes that are not aggregated yet. */
function sumOf(key: QueryKey, which: "live" | "ended", range: Range | undefined): string {
  const { table, deletion } = key.resource;
  const counted = `'${which === "live" ? table : endedOf(table)}'`;
  const aggregated = (span: string, ...conditions: string[]): string => {
    const ofSpan = [
      ofAccounts(key, "record_counts"),
      `record_counts.counted = ${counted}`,
      `record_counts.span = '${span}'`,
    ];
    return `(select coalesce(sum(record_counts.total), 0) from record_counts where ${[...ofSpan, ...conditions].join(" and ")})`;
  };
  const accounts = key.oneAccount ? "array[:account]" : ":accounts";
  if (!range || !deletion)
    return `(${aggregated(key.resource.counted?.after ? "month" : "always")} + noted_changes(${accounts}, ${counted}))`;
  const day = `(${range.moment} at time zone 'UTC')::date`;
  const nextDay = `((${day} + 1)::timestamp at time zone 'UTC')`;
  const nextMonth = `(date_trunc('month', ${range.moment} at time zone 'UTC') + interval '1 month')::date`;
  const isWhich = `${table}.${deletion.column} is ${which === "live" ? "" : "not "}null`;
  const sums = [
    aggregated("month", `record_counts.since > ${day}`),
    aggregated("day", `record_counts.since > ${day}`, `record_counts.since < ${nextMonth}`),
    `noted_changes(${accounts}, ${counted}, ${day})`,
    countWhere(key, [isWhich, `${range.column} > ${range.moment}`, `${range.column} < ${nextDay}`]),
  ];
  return `(${sums.join(" + ")})`;
}

function countWhere(key: QueryKey, conditions: readonly string[]): string {
  const { table } = key.resource;
  const all = [ofAccounts(key, table), ...conditions.map((condition) => `(${condition})`)];
  return `(select count(*) from ${table} where ${all.join(" and ")})`;
}

function ofAccounts({ oneAccount }: QueryKey, table: string): string {
  return `${table}.account_id = ${oneAccount ? ":account" : "any(:accounts)"}`;
}
