import type { ResourceRegistry } from "../registry.ts";
import { totalOf } from "./count.ts";
import { accountCondition, conditionsOf } from "./filter/conditions.ts";
import { defaultsInForce } from "./filter/defaults.ts";
import { filterables } from "./filter/filter.ts";
import { orderOf } from "./filter/sort.ts";
import type { QueryKey } from "./query-key.ts";
import type { View } from "./view.ts";

/** The SQL of a read. */
export interface ReadSql {
  /** The rows; for a list, the last columns are its `totals`. */
  readonly page: string;
  /** `page` for a cluster, where it needs another form. */
  readonly onCluster?: string;
  /** For lists whose `page` looks only at the next ids: the fallback when it finds too few rows. */
  readonly seek?: Seek;
  /** A list's totals alone. */
  readonly counting?: string;
}

/** Finds rows beyond the next ids. */
interface Seek {
  /** Returns whether there are more ids than `page` looked at. */
  readonly isNeeded: string;
  /** The page, through whichever index suits the conditions. */
  readonly page: string;
}

/** The SQL parts of a list's statement. */
interface ListParts {
  readonly table: string;
  readonly columns: readonly string[];
  /** A row's key in row order: across accounts, one id may occur in several of them. */
  readonly key: readonly string[];
  /** The account condition. */
  readonly root: string;
  /** Additional conditions. */
  readonly conditions: readonly string[];
  /** The order; by id for a walk by id. */
  readonly order: string;
}

/** One more than a page of the API. */
export const maxWalked = 101;

/** Rows to look at by id before an index on the conditions is used. */
const nearIds = 2000;

/** A list's statements. @param columns read for each row; the totals are appended */
export function listSql(registry: ResourceRegistry, key: QueryKey, view: View, columns: readonly string[]): ReadSql {
  const { resource, sort = [] } = key;
  const { table } = resource;
  const sortable = sort.length > 0 ? filterables(registry, resource, key.scopes) : new Map();
  const root = accountCondition(resource, key.oneAccount);
  const conditions = conditionsOf(registry, key, view);
  const totals = [totalOf(key, view, [root, ...conditions].join(" and "))];
  if (countsHidden(key)) {
    const all = [root, ...conditionsOf(registry, key, view, false)];
    totals.push(totalOf(key, view, all.join(" and "), false));
  }
  const idIsKey = key.oneAccount || resource.tenancy !== "account";
  const parts = {
    table,
    columns: [...columns, ...totals],
    key: idIsKey ? ["id"] : ["id", "account_id"],
    root,
    conditions,
    order: idIsKey ? orderOf(sort, sortable, table) : `${orderOf(sort, sortable, table)}, ${table}.account_id`,
  };
  const counting = `select ${totals.join(", ")}`;
  if (key.walk !== "by id") return { page: pageByNumber(parts, key.walk), counting };
  const withoutOld = leavesOldOut(key);
  if (!idIsKey) return { ...(withoutOld ? { page: seek(parts) } : walkAccounts(parts)), counting };
  if (withoutOld)
    return { page: walkNearIds(parts), seek: { isNeeded: hasFarIds(parts), page: seek(parts) }, counting };
  return { page: walkById(parts), counting };
}

/** Whether a list also has its total without the defaults in force. */
export function countsHidden(key: QueryKey): boolean {
  return key.kind === "list" && key.countsHidden === true && defaultsInForce(key).size > 0;
}

/** Whether only the list's defaults, or values given in their place, exclude rows: those rows are old and have low ids. */
function leavesOldOut({ resource, searchNames, filters = [] }: QueryKey): boolean {
  const replaced = searchNames.every((name) => resource.search[name]?.defaultCondition !== undefined);
  return replaced && filters.length === 0 && defaultsInForce({ resource, searchNames: [] }).size > 0;
}

/** The rows after the id `:after`. */
function walkById({ table, columns, root, conditions, order }: ListParts): string {
  const all = [root, `${table}.id > :after`, ...conditions].join(" and ");
  return pageOf(`select ${columns.join(", ")} from ${table} where ${all} order by ${order}`);
}

/** The same, limited to the next 2000 ids. Old rows may precede all matches, so too few rows are inconclusive when `hasFarIds`. */
function walkNearIds({ table, columns, root, conditions, order }: ListParts): string {
  const near = `select * from ${table} where ${root} and ${table}.id > :after order by ${table}.id limit ${nearIds}`;
  const kept = conditions.length === 0 ? "" : ` where ${conditions.join(" and ")}`;
  return pageOf(`select ${columns.join(", ")} from (${near}) as ${table}${kept} order by ${order}`);
}

/** Whether there are ids beyond those 2000. */
function hasFarIds({ table, root }: ListParts): string {
  return `select exists (select from ${table} where ${root} and ${table}.id > :after offset ${nearIds})`;
}

/**
 * The same for several accounts: reads the next rows of each, because the index orders rows within one account. A cluster has no
 * lateral joins of this kind, so it sorts the rows of all accounts.
 */
function walkAccounts(parts: ListParts): Pick<ReadSql, "page" | "onCluster"> {
  const { table, conditions, root } = parts;
  const nextOf = (accounts: string): string => {
    const all = [accounts, `${table}.id > :after`, ...conditions].join(" and ");
    return `(select ${keyOf(parts, table)} from ${table} where ${all} order by ${keyOf(parts, table)} limit ${maxWalked}) as next`;
  };
  const each = `unnest(:accounts) as reached (account_id) cross join lateral ${nextOf(`${table}.account_id = reached.account_id`)}`;
  const key = keyOf(parts, "next");
  const walk = (next: string): string => rowsOf(parts, pageOf(`select ${key} from ${next} order by ${key}`));
  return { page: walk(each), onCluster: walk(nextOf(root)) };
}

/** The same rows through an index on the conditions: the cost depends on the matches, not on the excluded rows. */
function seek(parts: ListParts): string {
  const { table, root, conditions } = parts;
  const all = [root, `${table}.id > :after`, ...conditions].join(" and ");
  const found = `with found as materialized (select ${keyOf(parts, table)} from ${table} where ${all})`;
  const key = keyOf(parts, "found");
  return `${found} ${rowsOf(parts, pageOf(`select ${key} from found order by ${key}`))}`;
}

/** A page by row offset: it skips ids only, in an index that covers the conditions where there is one. */
function pageByNumber(parts: ListParts, walk: QueryKey["walk"]): string {
  const { table, root, conditions, order } = parts;
  const all = [root, ...conditions].join(" and ");
  const found = `select ${keyOf(parts, table)} from ${table} where ${all} order by ${order}`;
  const page = walk === "by number" ? pageOf(`${found} offset :offset`) : `${found} limit :limit offset :offset`;
  return rowsOf(parts, page);
}

/**
 * The first rows. With the literal, PostgreSQL expects a page instead of a tenth of the table, and plans the statement once for all values.
 * Planning takes twice as long as reading.
 */
function pageOf(rows: string): string {
  return `select * from (${rows} limit ${maxWalked}) as page limit :limit`;
}

function rowsOf({ table, columns, key, root, order }: ListParts, chosen: string): string {
  const same = key.map((name) => `${table}.${name} = chosen.${name}`).join(" and ");
  return `select ${columns.join(", ")} from (${chosen}) as chosen join ${table} on ${root} and ${same} order by ${order}`;
}

const keyOf = ({ key }: ListParts, from: string): string => key.map((name) => `${from}.${name}`).join(", ");
