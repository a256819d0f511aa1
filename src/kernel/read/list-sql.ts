import type { ResourceRegistry } from "../registry.ts";
import { totalOf } from "./count.ts";
import { accountCondition, conditionsOf } from "./filter/conditions.ts";
import { defaultsInForce } from "./filter/defaults.ts";
import { filterables } from "./filter/filter.ts";
import { orderOf } from "./filter/sort.ts";
import type { QueryKey } from "./query-key.ts";
import type { View } from "./view.ts";

/** What a read asks of the database. */
export interface ReadSql {
  /** The rows; the last column of those of a list is the total. */
  readonly page: string;
  /** Of some lists, whose `page` looks at the next ids alone: what to ask when it finds fewer rows than were asked for. */
  readonly seek?: Seek;
  /** Of a list: the total alone. */
  readonly counting?: string;
}

/** What finds the rows behind the next ids. */
interface Seek {
  /** Answers whether there are more ids than `page` has looked at. */
  readonly isNeeded: string;
  /** The page, by whatever index finds its rows. */
  readonly page: string;
}

/** The parts of a list's statement, as SQL. */
interface ListParts {
  readonly table: string;
  readonly columns: readonly string[];
  /** What names a row, in the order of rows: in several accounts one id may stand for a row of each. */
  readonly key: readonly string[];
  /** Roots the statement in the caller's accounts. */
  readonly root: string;
  /** What else a row must be. */
  readonly conditions: readonly string[];
  /** The order; by id where it is walked through by id. */
  readonly order: string;
}

/**
 * The most rows that are walked to, one more than a page has: with a number in the text, PostgreSQL plans for a page, and not for a tenth of the
 * table.
 */
export const mostWalked = 101;

/** Rows that are looked at by id before an index of the conditions is asked. */
const firstLook = 2000;

/** The statements of a list of a resource. @param columns what is read of each row; the total is added to them */
export function listSql(registry: ResourceRegistry, key: QueryKey, view: View, columns: readonly string[]): ReadSql {
  const { resource, sort = [] } = key;
  const { table } = resource;
  const sortable = sort.length > 0 ? filterables(registry, resource, key.scopes) : new Map();
  const root = accountCondition(resource, key.oneAccount);
  const conditions = conditionsOf(registry, key, view);
  const total = totalOf(key, view, [root, ...conditions].join(" and "));
  const idIsKey = key.oneAccount || resource.tenancy !== "account";
  const parts = {
    table,
    columns: [...columns, total],
    key: idIsKey ? ["id"] : ["id", "account_id"],
    root,
    conditions,
    order: idIsKey ? orderOf(sort, sortable, table) : `${orderOf(sort, sortable, table)}, ${table}.account_id`,
  };
  const counting = `select ${total}`;
  if (key.walk !== "by id") return { page: pageByNumber(parts), counting };
  const withoutOld = leavesOldOut(key);
  if (!idIsKey) return { page: withoutOld ? seek(parts) : walkAccounts(parts), counting };
  if (withoutOld)
    return { page: walkNearIds(parts), seek: { isNeeded: hasFarIds(parts), page: seek(parts) }, counting };
  return { page: walkById(parts), counting };
}

/** Whether the list's defaults, or what was given in their place, are all that leaves rows out: then it is the old ones, which have low ids. */
function leavesOldOut({ resource, given, filters = [] }: QueryKey): boolean {
  const replaced = given.every((name) => resource.search[name]?.defaultCondition !== undefined);
  return replaced && filters.length === 0 && defaultsInForce({ resource, given: [] }).size > 0;
}

/** The rows after the id `:after`. One plan is right for all values, so that PostgreSQL plans once (docs/design/reads.md). */
function walkById({ table, columns, root, conditions, order }: ListParts): string {
  const all = [root, `${table}.id > :after`, ...conditions].join(" and ");
  return pageOf(`select ${columns.join(", ")} from ${table} where ${all} order by ${order} limit ${mostWalked}`);
}

/**
 * The same, of the next 2000 ids alone. Where conditions leave out what is old, as bookings that have ended, the rows wanted may stand behind all of
 * history: fewer rows than were asked for say nothing then, where `hasFarIds`.
 */
function walkNearIds({ table, columns, root, conditions, order }: ListParts): string {
  const near = `select * from ${table} where ${root} and ${table}.id > :after order by ${table}.id limit ${firstLook}`;
  const kept = conditions.length === 0 ? "" : ` where ${conditions.join(" and ")}`;
  return pageOf(`select ${columns.join(", ")} from (${near}) as ${table}${kept} order by ${order} limit ${mostWalked}`);
}

/** Whether there are ids behind those 2000. */
function hasFarIds({ table, root }: ListParts): string {
  return `select exists (select from ${table} where ${root} and ${table}.id > :after offset ${firstLook})`;
}

/** The same of several accounts: the next rows of each, because an index has the order of one. */
function walkAccounts(parts: ListParts): string {
  const { table, conditions } = parts;
  const all = [`${table}.account_id = reached.account_id`, `${table}.id > :after`, ...conditions].join(" and ");
  const next = `select ${keyOf(parts, table)} from ${table} where ${all} order by ${keyOf(parts, table)} limit ${mostWalked}`;
  const key = keyOf(parts, "next");
  const each = `unnest(:accounts) as reached (account_id) cross join lateral (${next}) as next`;
  return rowsOf(parts, `select ${key} from ${each} order by ${key} limit :limit`);
}

/** The same rows by whatever index finds those that meet the conditions: what it costs grows with them, and not with what they leave out. */
function seek(parts: ListParts): string {
  const { table, root, conditions } = parts;
  const all = [root, `${table}.id > :after`, ...conditions].join(" and ");
  const found = `with found as materialized (select ${keyOf(parts, table)} from ${table} where ${all})`;
  const key = keyOf(parts, "found");
  return `${found} ${rowsOf(parts, `select ${key} from found order by ${key} limit :limit`)}`;
}

/** A page by the number of rows before it: their ids alone are passed over, in an index where one has all that is asked. */
function pageByNumber(parts: ListParts): string {
  const { table, root, conditions, order } = parts;
  const all = [root, ...conditions].join(" and ");
  const chosen = `select ${keyOf(parts, table)} from ${table} where ${all}`;
  return rowsOf(parts, `${chosen} order by ${order} limit :limit offset :offset`);
}

function pageOf(rows: string): string {
  return `select * from (${rows}) as page limit :limit`;
}

function rowsOf({ table, columns, key, root, order }: ListParts, chosen: string): string {
  const same = key.map((name) => `${table}.${name} = chosen.${name}`).join(" and ");
  return `select ${columns.join(", ")} from (${chosen}) as chosen join ${table} on ${root} and ${same} order by ${order}`;
}

const keyOf = ({ key }: ListParts, from: string): string => key.map((name) => `${from}.${name}`).join(", ");
