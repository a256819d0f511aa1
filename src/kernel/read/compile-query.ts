import { createHash } from "node:crypto";
import type { RawRow } from "../../database/transaction.ts";
import type { ResourceRegistry } from "../registry.ts";
import type { Resource } from "../resource.ts";
import type { Scope } from "../scopes.ts";
import { attributeColumn, liveCondition, relationColumn } from "./columns.ts";
import { totalOf } from "./count.ts";
import { filterables, filterCondition, type FilterKey, parameterOf, parameterType } from "./filter.ts";
import { type NamedStatement, numberParameters } from "./parameters.ts";
import { chooseWriter, shortWriter } from "./choose-writer.ts";
import { defaultsInForce } from "./defaults.ts";
import { cutLinks, type RowWriter } from "./row-writer.ts";
import type { ShortLinks } from "./short-links.ts";
import { orderOf, type SortKey } from "./sort.ts";
import { type Fields, type View, viewOf } from "./view.ts";
import { ownRows, publishedCondition, visibilityCondition } from "./visibility.ts";

/** What decides the text of a reading statement. */
export interface QueryKey {
  readonly resource: Resource;
  readonly scopes: ReadonlySet<Scope>;
  /** Whether the caller reaches exactly one account, which lets the primary key serve the order. */
  readonly oneAccount: boolean;
  /** See `Caller.publishedOnly`. */
  readonly publishedOnly: boolean;
  readonly fields: Fields;
  /** Relations whose ids are needed to embed their records. */
  readonly embedded: readonly string[];
  /** A list, several records by their ids, or one: then every id wants the same compiled query, and PostgreSQL plans no more than once. */
  readonly kind: "list" | "ids" | "one";
  /** Names of the search parameters that were given; `updated_since` and `ids` among them. */
  readonly given: readonly string[];
  /** Conditions on attributes, in their order; only a list has any. */
  readonly filters?: readonly FilterKey[];
  /** Only a list has any; without, it is in ascending order of id. */
  readonly sort?: readonly SortKey[];
}

/** A compiled read: the statement, and how its rows are read and written. Column 0 is always the id. */
export interface CompiledQuery {
  readonly statement: NamedStatement & { readonly name: string };
  readonly view: View;
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

/** How many rows there are with those that a list's defaults leave out, and the arguments by which each default is lifted. */
export interface Hiding {
  readonly statement: NamedStatement & { readonly name: string };
  readonly shownBy: Readonly<Record<string, string | number | boolean>>;
}

/** SQL types of the parameters that the kernel provides to every statement. */
const ownTypes: readonly (readonly [string, string])[] = [
  ["account", "bigint"],
  ["accounts", "bigint[]"],
  ["application", "bigint"],
  ["of_account", "boolean"],
  ["base_url", "text"],
  ["files_until", "bigint"],
  ["files_key", "bytea"],
  ["limit", "bigint"],
  ["offset", "bigint"],
  ["updated_since", "timestamptz"],
];

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

  const conditions = conditionsOf(registry, key, view).join(" and ");
  const types = new Map([...parameterTypes(resource), ...filterTypes(registry, key)]);
  let sql: string;
  if (key.kind === "list") {
    const { sort = [] } = key;
    const order = orderOf(
      sort,
      sort.length > 0 ? filterables(registry, resource, key.scopes) : new Map(),
      resource.table,
    );
    columns.push(totalOf(key, view, conditions));
    sql = `select ${columns.join(", ")} from ${resource.table} where ${conditions} order by ${order} limit :limit offset :offset`;
  } else {
    const chosen = key.kind === "one" ? "= :record" : "= any(:ids)";
    sql = `select ${columns.join(", ")} from ${resource.table} where ${conditions} and ${resource.table}.id ${chosen}`;
  }
  const statement = named(numberParameters(sql, types));
  const last = columns.length - 1;
  const layout = { registry, resource, own: view.own, others: differing, positions };
  return {
    statement,
    view,
    write: chooseWriter(layout),
    cut: cutLinks(resource, positions),
    writeShort: shortWriter(layout),
    hiding: hidingOf(registry, key, view, types),
    embeds: seenRelations(key, positions),
    relation: (row, name) => row[positions.get(`links.${name}`) ?? -1] ?? null,
    total: (row) => Number(row[last]),
  };
}

function named(statement: NamedStatement): CompiledQuery["statement"] {
  return { ...statement, name: createHash("sha256").update(statement.text).digest("base64url").slice(0, 24) };
}

function hidingOf(
  registry: ResourceRegistry,
  key: QueryKey,
  view: View,
  types: ReadonlyMap<string, string>,
): Hiding | undefined {
  const inForce = defaultsInForce(key);
  if (key.kind !== "list" || inForce.size === 0) return undefined;
  const conditions = conditionsOf(registry, key, view, false).join(" and ");
  const sql = `select ${totalOf(key, view, conditions, false)}`;
  const shownBy = Object.fromEntries([...inForce].map(([name, { shownBy }]) => [name, shownBy]));
  return { statement: named(numberParameters(sql, types)), shownBy };
}

/** The condition that scopes every statement to the caller's accounts: there is no way to compile one without it. */
export function accountCondition(resource: Resource, oneAccount: boolean): string {
  if (resource.tenancy === "everyone") return "true";
  const column = resource.tenancy === "itself" ? `${resource.table}.id` : `${resource.table}.account_id`;
  return oneAccount ? `${column} = :account` : `${column} = any(:accounts)`;
}

/** SQL types of every parameter that a statement on this resource may name. */
export function parameterTypes(resource: Resource): ReadonlyMap<string, string> {
  return new Map([
    ...ownTypes,
    ["ids", `${resource.key.sqlType}[]`] as const,
    ["record", resource.key.sqlType] as const,
    ...Object.entries({ ...resource.options, ...resource.search }).map(
      ([name, { type }]) => [name, type.sqlType] as const,
    ),
  ]);
}

/** @param withDefaults false: as if no default left anything out */
function conditionsOf(registry: ResourceRegistry, key: QueryKey, view: View, withDefaults = true): string[] {
  const { resource } = key;
  const conditions = [accountCondition(resource, key.oneAccount)];
  if (resource.always !== undefined) conditions.push(resource.always);
  const visible = visibilityCondition(resource, view, key.scopes);
  if (visible !== undefined) conditions.push(visible);
  const published = key.publishedOnly ? publishedCondition(registry, resource) : undefined;
  if (published !== undefined) conditions.push(published);
  const live = liveCondition(resource);
  if (key.kind !== "list") {
    if (live !== undefined && resource.deletion?.singleRead === "hidden") conditions.push(live);
    return conditions;
  }
  const defaults = withDefaults ? defaultsInForce(key) : undefined;
  for (const [name, parameter] of Object.entries(resource.search)) {
    const condition = key.given.includes(name) ? parameter.condition : defaults?.get(name)?.condition;
    if (condition !== undefined) conditions.push(`(${condition})`);
    if (parameter.revealsHidden && key.given.includes(name) && view.others !== undefined)
      conditions.push(`(${ownRows(resource, key.scopes)})`);
  }
  // A resource whose search can show what is gone says itself, by that parameter, when it hides it.
  if (live !== undefined && resource.deletion?.listedBy === undefined) conditions.push(live);
  if (key.given.includes("updated_since"))
    conditions.push(`${attributeColumn(resource, "updated_at")} >= :updated_since`);
  if (key.given.includes("ids")) conditions.push(`${resource.table}.id = any(:ids)`);
  conditions.push(...filterConditions(registry, key, view));
  return conditions;
}

function filterConditions(registry: ResourceRegistry, key: QueryKey, view: View): string[] {
  const filters = key.filters ?? [];
  if (filters.length === 0) return [];
  const known = filterables(registry, key.resource, key.scopes);
  const conditions = filters.map((filter, index) => {
    const filterable = known.get(filter.key);
    if (!filterable) throw new Error(`${key.resource.name} cannot be filtered by ${filter.key}.`);
    return filterCondition(filter, filterable, index);
  });
  // A comparison reveals what it compares: of rows that are shown in part only, what is hidden must not be asked for.
  return view.others === undefined ? conditions : [...conditions, `(${ownRows(key.resource, key.scopes)})`];
}

function filterTypes(registry: ResourceRegistry, { resource, scopes, filters = [] }: QueryKey): [string, string][] {
  if (filters.length === 0) return [];
  const known = filterables(registry, resource, scopes);
  return filters.map((filter, index) => {
    const filterable = known.get(filter.key);
    if (!filterable) throw new Error(`${resource.name} cannot be filtered by ${filter.key}.`);
    return [parameterOf(index), parameterType(filter, filterable)];
  });
}

/** Relations are seen row by row as the view says, whatever `fields` left of it. */
function seenRelations({ resource, scopes }: QueryKey, positions: Map<string, number>): CompiledQuery["embeds"] {
  const { own, others } = viewOf(resource, scopes, undefined);
  const inOwn = new Set(own.relations);
  const inOthers = new Set(others === undefined || others === "hidden" ? own.relations : others.relations);
  const isOwn = positions.get("is own");
  return (row, name) => (isOwn === undefined || row[isOwn] === "t" ? inOwn : inOthers).has(name);
}
