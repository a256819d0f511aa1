import { composed, type Statement } from "../../database/sql/statement.ts";
import type { RawRow } from "../../database/sql/transaction.ts";
import type { ResourceRegistry } from "../registry.ts";
import { chooseWriter, shortWriter } from "./choose-writer.ts";
import { attributeColumn, hiddenLink, mayHideLink, relationColumn } from "./columns.ts";
import { accountCondition, conditionsOf, filterTypes, parameterTypes } from "./filter/conditions.ts";
import { defaultsInForce } from "./filter/defaults.ts";
import { countsHidden, listSql, type ReadSql } from "./list-sql.ts";
import { type NamedStatement, numberParameters } from "./parameters.ts";
import type { QueryKey } from "./query-key.ts";
import { cutLinks, type RowWriter } from "./row-writer.ts";
import type { ShortLinks } from "./short-links.ts";
import { versionColumn } from "./version.ts";
import { type View, viewOf } from "./view.ts";
import { ownRows } from "./visible/visibility.ts";

/** A compiled read: its statement, and how to interpret its rows. Column 0 is always the id. */
export interface CompiledQuery {
  readonly statement: Prepared;
  /** Fallback of a `statement` that looks only at the next ids: whether there are more ids, and the same page through another index. */
  readonly seek: { readonly isNeeded: Prepared; readonly page: Prepared } | undefined;
  /** A list's total alone, for a page without rows, which carries no total. */
  readonly counting: Prepared | undefined;
  readonly view: View;
  /** Whether the result depends on the current time. */
  readonly asksClock: boolean;
  readonly write: RowWriter;
  /** The relations of a row with more ids than are shown. */
  readonly cut: (row: RawRow) => readonly string[];
  /** Writes a row without relations that have too many ids; `short` collects them. */
  writeShort(row: RawRow, short: ShortLinks): string;
  /** For a list that counts hidden rows, the arguments that lift each default in force. */
  readonly shownBy: ShownBy | undefined;
  /** Whether the token sees the relation in this row, so its records may be embedded. */
  embeds(row: RawRow, name: string): boolean;
  /** The text of the relation's column in a row: an id, or ids in braces. */
  relation(row: RawRow, name: string): string | null;
  /** The list's total, which every row carries. */
  total(row: RawRow): number;
  /** The total without the list's defaults, if the list counts hidden rows. */
  totalWithoutDefaults(row: RawRow): number;
  /** The value of `versionColumn`, if the query reads a single record that has one. */
  version(row: RawRow): string | undefined;
}

/** A prepared statement with named parameters. */
export type Prepared = NamedStatement & Statement;

/** Arguments that lift a list's defaults, by name. */
export type ShownBy = Readonly<Record<string, string | number | boolean>>;

/** Compiles a key. Equal keys give equal queries. */
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
  const versions = key.kind === "one" ? versionColumn(resource) : undefined;
  const version = versions === undefined ? undefined : columns.push(versions) - 1;

  const types = new Map([...parameterTypes(resource, key.oneAccount), ...filterTypes(registry, key)]);
  const prepare = (sql: string): Prepared => named(numberParameters(withShared(key, sql), types));
  const sql = (key.kind === "list" ? listSql : sqlByIds)(registry, key, view, columns);
  const related = new Set([...view.own.relations, ...(differing?.relations ?? [])]);
  const hideable = [...related].filter((name) => mayHideLink(registry, resource, name, key.scopes));
  const layout = { registry, resource, own: view.own, others: differing, positions, hideable };
  return {
    statement: withForm(prepare(sql.page), sql.onCluster === undefined ? undefined : prepare(sql.onCluster)),
    seek: sql.seek && { isNeeded: prepare(sql.seek.isNeeded), page: prepare(sql.seek.page) },
    counting: sql.counting === undefined ? undefined : prepare(sql.counting),
    view,
    asksClock: /\bnow\(\)/.test(sql.page),
    write: chooseWriter(layout),
    cut: cutLinks(resource, positions),
    writeShort: shortWriter(layout),
    shownBy: countsHidden(key) ? shownByOf(key) : undefined,
    embeds: seenRelations(key, positions),
    relation: (row, name) => row[positions.get(`links.${name}`) ?? -1] ?? null,
    total: (row) => Number(row[columns.length]),
    totalWithoutDefaults: (row) => Number(row[columns.length + 1]),
    version: (row) => (version === undefined ? undefined : (row[version] ?? undefined)),
  };
}

/** Puts the rows that its search parameters share in front of a statement that reads them. */
function withShared({ resource, searchNames }: QueryKey, sql: string): string {
  const parts = searchNames
    .flatMap((name) => resource.search[name]?.shared ?? [])
    .filter(({ name }) => sql.includes(name))
    .map((shared) => `${shared.name} as materialized (${shared.sql})`);
  if (parts.length === 0) return sql;
  return sql.startsWith("with ")
    ? sql.replace("with ", `with ${parts.join(", ")}, `)
    : `with ${parts.join(", ")} ${sql}`;
}

function sqlByIds(registry: ResourceRegistry, key: QueryKey, view: View, columns: readonly string[]): ReadSql {
  const { table } = key.resource;
  const chosen = `${table}.id ${key.kind === "one" ? "= :record" : "= any(:ids)"}`;
  const conditions = [accountCondition(key.resource, key.oneAccount), ...conditionsOf(registry, key, view), chosen];
  return { page: `select ${columns.join(", ")} from ${table} where ${conditions.join(" and ")}` };
}

/** Adds a statement's form for a cluster. @throws Error if it binds its parameters in another order */
function withForm(statement: Prepared, onCluster: Prepared | undefined): Prepared {
  if (!onCluster) return statement;
  if (onCluster.names.join() !== statement.names.join())
    throw new Error(`A statement's forms have different parameters: ${statement.names} and ${onCluster.names}.`);
  return { ...statement, onCluster: onCluster.text };
}

function named(statement: NamedStatement): Prepared {
  return { ...statement, ...composed(statement.text) };
}

const shownByOf = (key: QueryKey): ShownBy =>
  Object.fromEntries([...defaultsInForce(key)].map(([name, { shownBy }]) => [name, shownBy]));

/** Visibility is decided row by row from the whole view, regardless of `fields`. */
function seenRelations({ resource, scopes }: QueryKey, positions: Map<string, number>): CompiledQuery["embeds"] {
  const { own, others } = viewOf(resource, scopes, undefined);
  const inOwn = new Set(own.relations);
  const inOthers = new Set(others === undefined || others === "hidden" ? own.relations : others.relations);
  const isOwn = positions.get("is own");
  return (row, name) =>
    (isOwn === undefined || row[isOwn] === "t" ? inOwn : inOthers).has(name) &&
    row[positions.get(`links.${name}`) ?? -1] !== hiddenLink;
}
