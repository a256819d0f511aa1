import type { Scope } from "../access/scopes.ts";
import type { Attribute } from "../attribute.ts";
import { integerKey } from "../key.ts";
import { isHidden } from "../limits.ts";
import type { ResourceRegistry } from "../registry.ts";
import type { ToMany, ToOneOf } from "../relation.ts";
import type { Resource } from "../resource.ts";
import { both, limitsOfLink } from "./visible/visibility.ts";

/** The maximum ids shown of a relation, newest first (conventions.md, Reading). One more is read, to detect that there are more. */
export const maxLinks = 1000;

/** The SQL expression of an attribute, for reading, comparing and sorting: a filter cannot match data that is hidden from the caller. */
export function attributeColumn(resource: Resource, name: string): string {
  const attribute = resource.attributes[name];
  const column = attribute?.traits.expression ?? `${resource.table}.${name}`;
  const restricted = resource.personalData?.restricted;
  if (!attribute?.traits.personal || restricted === undefined) return column;
  return `case when not :of_account and (${restricted}) then ${blankSql(attribute)} else ${column} end`;
}

/** Placeholders for hidden texts that are never null: one for texts, one for e-mail addresses. */
const hiddenTexts = ["(hidden)", "hidden@hidden.invalid"];

/** The value shown for a hidden or erased personal attribute: null, a placeholder text, or an empty list. */
export function blankOf({ traits, type }: Attribute<unknown>): string | readonly [] | null {
  if (!traits.present) return null;
  return hiddenTexts.find((text) => type.isValue(text) && "value" in type.accept(text)) ?? [];
}

/** The same value as SQL. */
export function blankSql(attribute: Attribute<unknown>): string {
  const blank = blankOf(attribute);
  if (blank === null) return "null";
  return typeof blank === "string" ? `'${blank}'` : "'[]'";
}

/** The column value of a relation that is hidden in this row. */
export const hiddenLink = "-";

/** Whether some rows may hide a relation's key. Such a link is omitted: an empty one would be false (conventions.md, Reading). */
export function mayHideLink(registry: ResourceRegistry, resource: Resource, name: string, scopes: ReadonlySet<Scope>) {
  return relationColumn(registry, resource, name, scopes).includes(`'${hiddenLink}'`);
}

/**
 * The SQL expression of a relation: the id, the ids in braces, or `id:Type` of a polymorphic relation; `hiddenLink` where the token may not
 * see all of it.
 * @param scopes the token's scopes; absent: every id is visible
 */
export function relationColumn(
  registry: ResourceRegistry,
  resource: Resource,
  name: string,
  scopes?: ReadonlySet<Scope>,
): string {
  const relation = resource.relations[name];
  if (!relation) throw new Error(`${resource.name} has no relation ${name}.`);
  if (scopes && relation.kind !== "oneOf" && !relation.traits.planned) {
    // A hidden target is not queried at all: it may be this very table.
    if (isHidden(scopes, registry.get(relation.traits.target))) return `'${hiddenLink}'`;
  }
  if (relation.kind === "many") return idListColumn(registry, resource, relation, scopes);
  const column = `${resource.table}.${name}_id`;
  if (relation.kind === "oneOf") return oneOfSeveral(registry, resource, relation, column, scopes);
  const id = relation.expression ?? column;
  if (relation.traits.planned) return id;
  const seen = seenRow(registry.get(relation.traits.target), resource, id, scopes);
  return seen === undefined ? id : `case when ${id} is null or ${seen} then ${id}::text else '${hiddenLink}' end`;
}

/** SQL condition for live rows, or undefined if rows are never deleted. */
export function liveCondition(resource: Resource): string | undefined {
  return resource.deletion && (resource.deletion.live ?? `${deletionTime(resource)} is null`);
}

/** SQL of the time at which a row was deleted, canceled or archived. */
export function deletionTime(resource: Resource): string | undefined {
  const { deletion } = resource;
  return deletion && (deletion.expression ?? `${resource.table}.${deletion.column}`);
}

/** SQL condition: the token sees the target's row with this id; undefined when it sees all rows. */
function seenRow(
  target: Resource,
  from: Resource,
  id: string,
  scopes: ReadonlySet<Scope> | undefined,
): string | undefined {
  const { visible, limits } = limitsOfLink(from, target, scopes);
  const seen = both(visible, limits);
  if (seen === undefined) return undefined;
  const { table } = target;
  const row = (account: string, rowId: string): string =>
    `exists (select from ${table} where ${table}.account_id = ${account} and ${table}.id = ${rowId} and ${seen})`;
  if (table !== from.table) return row(`:account_of(${from.table})`, id);
  // The subquery's table name hides the outer row, so the outer row gets an alias.
  const refers = `(values (${from.table}.account_id, ${id})) as referring (account_id, id)`;
  return `(select ${row(":account_of(referring)", "referring.id")} from ${refers})`;
}

function oneOfSeveral(
  registry: ResourceRegistry,
  resource: Resource,
  relation: ToOneOf,
  id: string,
  scopes: ReadonlySet<Scope> | undefined,
): string {
  const type = id.replace(/_id$/, "_type");
  const text = `${id} || ':' || ${type}`;
  const conditions: string[] = [];
  for (const [typeName, target] of Object.entries(relation.targets)) {
    const seen = seenRow(registry.get(target), resource, id, scopes);
    if (seen !== undefined) conditions.push(`(${type} <> '${typeName}' or ${seen})`);
  }
  if (conditions.length === 0) return text;
  return `case when ${id} is null or (${conditions.join(" and ")}) then ${text} else '${hiddenLink}' end`;
}

function idListColumn(
  registry: ResourceRegistry,
  resource: Resource,
  relation: ToMany,
  scopes: ReadonlySet<Scope> | undefined,
): string {
  const { source } = relation;
  if ("expression" in source) return source.expression;
  const target = registry.get(relation.traits.target);
  const ours = resource.table;
  if ("foreignKey" in source) {
    const conditions = [
      `${target.table}.account_id = :account_of(${ours})`,
      `${target.table}.${source.foreignKey} = ${ours}.id`,
    ];
    const live = liveCondition(target);
    if (live && source.ended !== "included") conditions.push(live);
    const { visible, limits } = limitsOfLink(resource, target, scopes, source.foreignKey);
    if (visible !== undefined) conditions.push(visible);
    return newestIds(target, { id: `${target.table}.id`, from: target.table, conditions, limits });
  }
  const { through, theirs } = source;
  const conditions = [`${through}.account_id = :account_of(${ours})`, `${through}.${source.ours} = ${ours}.id`];
  if (source.where !== undefined) conditions.push(source.where);
  const { visible, limits } = limitsOfLink(resource, target, scopes);
  if (visible === undefined && limits === undefined && target.key === integerKey)
    return newestIds(target, { id: `${through}.${theirs}`, from: through, conditions, limits });
  if (visible !== undefined) conditions.push(visible);
  const joined = `${through} join ${target.table} on ${target.table}.account_id = :account_of(${through}) and ${target.table}.id = ${through}.${theirs}`;
  return newestIds(target, { id: `${target.table}.id`, from: joined, conditions, limits });
}

/** The rows of a relation to many records. */
interface LinkedRows {
  /** SQL of their ids, their source, and their conditions. */
  readonly id: string;
  readonly from: string;
  readonly conditions: readonly string[];
  /** SQL condition of the rows that the token may see; undefined for all. */
  readonly limits: string | undefined;
}

/**
 * The newest ids in descending order; the writer reverses them, which is cheaper than a sort per row. Numeric ids ascend with time, UUIDs
 * do not.
 */
function newestIds(target: Resource, { id, from, conditions, limits }: LinkedRows): string {
  const rows = `from ${from} where ${conditions.join(" and ")}`;
  const ids = newestOf(target, id, rows);
  if (limits === undefined) return ids;
  return `case when exists (select ${rows} and (${limits}) is not true) then '${hiddenLink}' else ${ids}::text end`;
}

function newestOf({ table, key }: Resource, id: string, rows: string): string {
  const limit = `limit ${maxLinks + 1}`;
  if (key === integerKey) return `array(select ${id} ${rows} order by 1 desc ${limit})`;
  const newest = `select ${id} as id ${rows} order by ${table}.created_at desc, 1 ${limit}`;
  return `array(select newest.id from (${newest}) as newest order by 1 desc)`;
}
