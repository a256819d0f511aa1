import { composed, type Statement } from "../../database/sql/statement.ts";
import type { RawRow } from "../../database/sql/transaction.ts";
import type { ResourceRegistry } from "../registry.ts";
import { chooseWriter, shortWriter } from "./choose-writer.ts";
import { attributeColumn, hiddenLink, mayHideLink, relationColumn } from "./columns.ts";
import { totalOf } from "./count.ts";
import { accountCondition, conditionsOf, filterTypes, parameterTypes } from "./filter/conditions.ts";
import { defaultsInForce } from "./filter/defaults.ts";
import { listSql, type ReadSql } from "./list-sql.ts";
import { type NamedStatement, numberParameters } from "./parameters.ts";
import type { QueryKey } from "./query-key.ts";
import { cutLinks, type RowWriter } from "./row-writer.ts";
import type { ShortLinks } from "./short-links.ts";
import { type View, viewOf } from "./view.ts";
import { ownRows } from "./visible/visibility.ts";

/** A compiled read: the statement, and how its rows are read and written. Column 0 is always the id. */
export interface CompiledQuery {
  readonly statement: Prepared;
  /** Where `statement` looks at the next ids alone, and finds too few rows: whether there are more ids, and the same page by another index. */
  readonly seek: { readonly isNeeded: Prepared; readonly page: Prepared } | undefined;
  /** Answers the total alone: a page without rows does not carry it. Of a list. */
  readonly counting: Prepared | undefined;
  readonly view: View;
  /** Whether what it reads is other rows, or shows them differently, at another time. */
  readonly asksClock: boolean;
  readonly write: RowWriter;
  /** The relations of a row whose ids are more than are shown. */
  readonly cut: (row: RawRow) => readonly string[];
  /** The same without the relations to too many records, which `short` collects. */
  writeShort(row: RawRow, short: ShortLinks): string;
  /** Set where defaults of the list leave rows out. */
  readonly hiding: Hiding | undefined;
  /** Whether the token sees the relation in this row, and so may have its records embedded there. */
  embeds(row: RawRow, name: string): boolean;
  /** The text that the relation's column holds in a row: an id, or ids in braces. */
  relation(row: RawRow, name: string): string | null;
  /** The number of all rows that the list matches, as a row carries it. */
  total(row: RawRow): number;
}

/** A statement that connections prepare, and the parameters that it names. */
export type Prepared = NamedStatement & Statement;

/** How many rows there are with those that a list's defaults leave out, and the arguments by which each default is lifted. */
export interface Hiding {
  readonly statement: Prepared;
  readonly shownBy: Readonly<Record<string, string | number | boolean>>;
}

/** Compiles a key. Pure: the same key is the same compiled query. */
export function compileQuery(registry: ResourceRegistry, key: QueryKey): CompiledQuery {
  const { resource } = key;
  const view = viewOf(resource, key.scopes, key.fields);
  const columns = [`${resource.table}.id`];
  const positions = new Map<string, number>();
  const add = (name: string, expression: string): void => {
    if (!positions.has(name)) positions.set(name, columns.push(expression) - 1);
  };
  const addLink = (name: string): void => add(`links.${name}`, relationColumn(registry, resource, name, key.scopes));
  const differing = view.others !== undefined && view.others !== "hidden" ? view.others : undefined;
  if (differing) add("is own", `(${ownRows(resource, key.scopes)})`);
  for (const selection of differing ? [view.own, differing] : [view.own]) {
    for (const name of selection.relations) addLink(name);
    for (const name of selection.attributes) add(name, attributeColumn(resource, name));
  }
  for (const name of key.embedded) addLink(name);

  const types = new Map([...parameterTypes(resource), ...filterTypes(registry, key)]);
  const prepare = (sql: string): Prepared => named(numberParameters(sql, types));
  const sql = (key.kind === "list" ? listSql : sqlByIds)(registry, key, view, columns);
  const related = new Set([...view.own.relations, ...(differing?.relations ?? [])]);
  const hideable = [...related].filter((name) => mayHideLink(registry, resource, name, key.scopes));
  const layout = { registry, resource, own: view.own, others: differing, positions, hideable };
  return {
    statement: prepare(sql.page),
    seek: sql.seek && { isNeeded: prepare(sql.seek.isNeeded), page: prepare(sql.seek.page) },
    counting: sql.counting === undefined ? undefined : prepare(sql.counting),
    view,
    asksClock: /\bnow\(\)/.test(sql.page),
    write: chooseWriter(layout),
    cut: cutLinks(resource, positions),
    writeShort: shortWriter(layout),
    hiding: hidingOf(registry, key, view, types),
    embeds: seenRelations(key, positions),
    relation: (row, name) => row[positions.get(`links.${name}`) ?? -1] ?? null,
    total: (row) => Number(row[columns.length]),
  };
}

function sqlByIds(registry: ResourceRegistry, key: QueryKey, view: View, columns: readonly string[]): ReadSql {
  const { table } = key.resource;
  const chosen = `${table}.id ${key.kind === "one" ? "= :record" : "= any(:ids)"}`;
  const conditions = [accountCondition(key.resource, key.oneAccount), ...conditionsOf(registry, key, view), chosen];
  return { page: `select ${columns.join(", ")} from ${table} where ${conditions.join(" and ")}` };
}

function named(statement: NamedStatement): Prepared {
  return { ...statement, ...composed(statement.text) };
}

function hidingOf(
  registry: ResourceRegistry,
  key: QueryKey,
  view: View,
  types: ReadonlyMap<string, string>,
): Hiding | undefined {
  const inForce = defaultsInForce(key);
  if (key.kind !== "list" || inForce.size === 0) return undefined;
  const conditions = [accountCondition(key.resource, key.oneAccount), ...conditionsOf(registry, key, view, false)];
  const sql = `select ${totalOf(key, view, conditions.join(" and "), false)}`;
  const shownBy = Object.fromEntries([...inForce].map(([name, { shownBy }]) => [name, shownBy]));
  return { statement: named(numberParameters(sql, types)), shownBy };
}

/** Relations are seen row by row as the view says, whatever `fields` left of it. */
function seenRelations({ resource, scopes }: QueryKey, positions: Map<string, number>): CompiledQuery["embeds"] {
  const { own, others } = viewOf(resource, scopes, undefined);
  const inOwn = new Set(own.relations);
  const inOthers = new Set(others === undefined || others === "hidden" ? own.relations : others.relations);
  const isOwn = positions.get("is own");
  return (row, name) =>
    (isOwn === undefined || row[isOwn] === "t" ? inOwn : inOthers).has(name) &&
    row[positions.get(`links.${name}`) ?? -1] !== hiddenLink;
}
