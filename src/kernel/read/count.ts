import type { Counted } from "../resource.ts";
import type { QueryKey } from "./query-key.ts";
import type { View } from "./view.ts";

/** What the lists of ended rows beside the others are called in `record_counts` (baseline/03_resources.sql). */
const endedOf = (table: string): string => `ended ${table}`;

/**
 * SQL of the number of all rows that a list matches: the sum of what the triggers have noted where that is exactly what was asked for
 * (docs/design/response-cache.md), else `count(*)`. A scalar expression: it has the snapshot of the statement in which it stands.
 * @param conditions SQL of the list, which `count(*)` counts by
 * @param withDefaults false: as if no default left anything out
 */
export function totalOf(key: QueryKey, view: View, conditions: string, withDefaults = true): string {
  const { counted, deletion, table } = key.resource;
  // Without `after`, only live rows are noted: what the default of such a list hides is counted.
  const needsEnded = !withDefaults && deletion?.listedBy !== undefined && counted?.after === undefined;
  if (!counted || needsEnded || !isCovered(key, view, counted))
    return `(select count(*) from ${table} where ${conditions})`;
  // A sub-select as a whole: a function that stood by itself would be called for every row of the page.
  return `(select ${keptTotal(key, counted, withDefaults)})`;
}

function keptTotal(key: QueryKey, { after, except }: Counted, withDefaults: boolean): string {
  const unlessGiven = withDefaults ? after?.unlessGiven : undefined;
  const moment = after && key.given.includes(after.parameter) ? `:${after.parameter}` : unlessGiven;
  const range = after && moment !== undefined ? { column: after.column, moment } : undefined;
  const live = sumOf(key, "live", range);
  if (except === undefined) return live;
  const { always } = key.resource;
  const less = countWhere(key, [
    except,
    ...(always === undefined ? [] : [always]),
    ...(range ? [`${range.column} > ${range.moment}`] : []),
  ]);
  const listedBy = after && key.resource.deletion?.listedBy;
  if (listedBy === undefined) return `${live} - ${less}`;
  const ended = sumOf(key, "ended", range);
  if (key.given.includes(listedBy)) return `${live} + case when :${listedBy} then ${ended} else - ${less} end`;
  return withDefaults ? `${live} - ${less}` : `${live} + ${ended}`;
}

/** Rows whose column is later than a moment; both are SQL. */
interface Range {
  readonly column: string;
  readonly moment: string;
}

/** Whether the list is the account's own, in full, and asked for with nothing but the parameters that are counted by. */
function isCovered({ resource, publishedOnly, given, filters = [] }: QueryKey, view: View, counted: Counted): boolean {
  if (publishedOnly || view.others !== undefined || view.rows !== undefined || filters.length > 0) return false;
  const { deletion, visible, always } = resource;
  if (always !== undefined && counted.always !== true) return false;
  if (visible !== undefined && counted.except === undefined) return false;
  const parameters = counted.after ? [counted.after.parameter, deletion?.listedBy] : [];
  return given.every((name) => parameters.includes(name));
}

/** The later months, what is left of the moment's own and of its day, and what is not put together yet. */
function sumOf(key: QueryKey, which: "live" | "ended", range: Range | undefined): string {
  const { table, deletion } = key.resource;
  const counted = `'${which === "live" ? table : endedOf(table)}'`;
  const together = (span: string, ...conditions: string[]): string => {
    const ofSpan = [
      ofAccounts(key, "record_counts"),
      `record_counts.counted = ${counted}`,
      `record_counts.span = '${span}'`,
    ];
    return `(select coalesce(sum(record_counts.total), 0) from record_counts where ${[...ofSpan, ...conditions].join(" and ")})`;
  };
  const accounts = key.oneAccount ? "array[:account]" : ":accounts";
  if (!range || !deletion)
    return `(${together(key.resource.counted?.after ? "month" : "always")} + noted_changes(${accounts}, ${counted}))`;
  const day = `(${range.moment} at time zone 'UTC')::date`;
  const nextDay = `((${day} + 1)::timestamp at time zone 'UTC')`;
  const nextMonth = `(date_trunc('month', ${range.moment} at time zone 'UTC') + interval '1 month')::date`;
  const isWhich = `${table}.${deletion.column} is ${which === "live" ? "" : "not "}null`;
  const sums = [
    together("month", `record_counts.since > ${day}`),
    together("day", `record_counts.since > ${day}`, `record_counts.since < ${nextMonth}`),
    `noted_changes(${accounts}, ${counted}, ${day})`,
    countWhere(key, [isWhich, `${range.column} > ${range.moment}`, `${range.column} < ${nextDay}`]),
  ];
  return `(${sums.join(" + ")})`;
}

function countWhere(key: QueryKey, conditions: readonly string[]): string {
  const { table } = key.resource;
  return `(select count(*) from ${table} where ${[ofAccounts(key, table), ...conditions].join(" and ")})`;
}

function ofAccounts({ oneAccount }: QueryKey, table: string): string {
  return `${table}.account_id = ${oneAccount ? ":account" : "any(:accounts)"}`;
}
