import { ClosedSet } from "../../../core/closed-set.ts";
import type { Scope } from "../../access/scopes.ts";
import type { Attribute } from "../../attribute.ts";
import type { Key } from "../../key.ts";
import { leaves, partOf } from "../../limits.ts";
import type { ResourceRegistry } from "../../registry.ts";
import type { Resource } from "../../resource.ts";
import type { Accepted } from "../../values/value-type.ts";
import { attributeColumn, relationColumn } from "../columns.ts";
import { sees } from "../view.ts";

/** The operators of filters (agent.md, Filters). */
export const operators = ["eq", "not_eq", "gt", "gteq", "lt", "lteq", "in", "matches", "does_not_match"] as const;
export type Operator = (typeof operators)[number];

/** A statement's test: an operator, or one of its variants for null. Values are bound separately, so equal tests share a statement. */
export type Test = Operator | "matches_any" | "null" | "not_null" | "in_or_null";

/** The part of a filter condition that affects the SQL text; its value is bound as `parameterOf(index)`. */
export interface FilterKey {
  readonly key: string;
  readonly test: Test;
  /** The value is an instant, and the column a reading of the rental's clock. */
  readonly isInstant?: true;
}

/** The comparison of a type's values. */
export type Comparison = "number" | "time" | "text" | "translated" | "boolean" | "uuid";

/** Something that a filter can compare: an attribute, or a related record's id. */
export interface Filterable {
  readonly column: string;
  readonly comparison: Comparison;
  /** The PostgreSQL type of the value that it is compared with. */
  readonly sqlType: string;
  readonly operators: readonly Operator[];
  /** The closed set of values; patterns are not restricted. */
  readonly among?: ClosedSet;
  /** A plain text matches substrings. */
  readonly matchesPart?: true;
  /** A key that it requires, because ids of several resources overlap: `member_type` for `member_id`. */
  readonly requires?: string;
  /** SQL of the instant of the column's reading of the rental's clock. */
  readonly instantOf?: (column: string) => string;
  /** Parses a value, where the SQL type does not determine how. */
  readonly read?: (input: unknown) => Accepted<string | number | boolean>;
}

const ordered: readonly Operator[] = ["eq", "not_eq", "gt", "gteq", "lt", "lteq", "in"];
const texts: readonly Operator[] = ["eq", "not_eq", "in", "matches", "does_not_match"];
const exact: readonly Operator[] = ["eq", "not_eq", "in"];

/**
 * The comparable types, by SQL type. A type whose JSON differs from its column's text (a reference derived from the id) has another
 * title, and cannot be filtered.
 */
const kinds: Readonly<
  Record<string, { title: readonly string[]; comparison: Comparison; operators: readonly Operator[] }>
> = {
  bigint: { title: ["Integer"], comparison: "number", operators: ordered },
  numeric: { title: ["Decimal"], comparison: "number", operators: ordered },
  "double precision": { title: ["Float"], comparison: "number", operators: ordered },
  timestamptz: { title: ["Time"], comparison: "time", operators: ordered },
  date: { title: ["Date"], comparison: "number", operators: ordered },
  text: { title: ["String", "Text"], comparison: "text", operators: texts },
  boolean: { title: ["Boolean"], comparison: "boolean", operators: exact },
  uuid: { title: ["UUID"], comparison: "uuid", operators: exact },
};

/**
 * The filterable names of a resource for a token: visible attributes of comparable types, and `<relation>_id` for relations to one record.
 */
export function filterables(
  registry: ResourceRegistry,
  resource: Resource,
  scopes: ReadonlySet<Scope>,
): ReadonlyMap<string, Filterable> {
  const part = partOf(scopes, resource);
  const attributes = Object.entries(resource.attributes).flatMap(([name, attribute]) => {
    const isVisible = sees(attribute.traits.readers, scopes) && leaves(part, "attributes", name);
    const filterable = isVisible ? ofAttribute(attribute, attributeColumn(resource, name)) : undefined;
    return filterable ? [[name, filterable] as const] : [];
  });
  const relations = Object.keys(resource.relations)
    .filter((name) => leaves(part, "relations", name))
    .flatMap((name) => ofRelation(registry, resource, name, scopes));
  const found = new Map(attributes);
  // An attribute takes precedence over a relation's id of the same name.
  for (const [key, filterable] of relations) if (!found.has(key)) found.set(key, filterable);
  for (const [key, filterable] of found) {
    const type = key.replace(/_id$/, "_type");
    if (type !== key && found.has(type)) found.set(key, { ...filterable, requires: type });
  }
  return found;
}

function ofAttribute({ type, traits, translated }: Attribute<unknown>, column: string): Filterable | undefined {
  const { sqlType, readFilterValue, title, among, instantOf } = type;
  if (readFilterValue) return { column, comparison: "number", sqlType, operators: exact, read: readFilterValue };
  if (translated && title === "Object") return { column, comparison: "translated", sqlType: "text", operators: texts };
  const kind = Object.hasOwn(kinds, sqlType) ? kinds[sqlType] : undefined;
  if (!kind?.title.includes(title)) return undefined;
  const { comparison, operators } = kind;
  return {
    ...{ column, comparison, sqlType, operators },
    ...(among ? { among } : {}),
    ...(instantOf ? { instantOf } : {}),
    ...(traits.matchesPart ? { matchesPart: true as const } : {}),
  };
}

function ofRelation(
  registry: ResourceRegistry,
  resource: Resource,
  name: string,
  scopes: ReadonlySet<Scope>,
): (readonly [string, Filterable])[] {
  const relation = resource.relations[name];
  const key = relationKey(name);
  if (relation?.kind === "oneOf" && sees(relation.readers, scopes)) {
    const [id, type] = [`${resource.table}.${key}`, `${resource.table}.${name}_type`];
    const among = new ClosedSet(Object.keys(relation.targets));
    return [
      [key, { column: id, comparison: "number", sqlType: "bigint", operators: exact }],
      [`${name}_type`, { column: type, comparison: "text", sqlType: "text", operators: exact, among }],
    ];
  }
  if (relation?.kind !== "one" || relation.traits.planned || !sees(relation.traits.readers, scopes)) return [];
  return [[key, byId(relationColumn(registry, resource, name), registry.keyOf(relation.traits.target))]];
}

/** A relation's filter name. */
export function relationKey(relation: string): string {
  return `${relation}_id`;
}

/** The name of the parameter with the value of the filter at this index. */
export function parameterOf(index: number): string {
  return `filter_${index + 1}`;
}

/** The SQL type of that parameter. */
export function parameterType({ test }: FilterKey, { sqlType, comparison }: Filterable): string {
  const isList = test === "in" || test === "in_or_null" || test === "matches_any";
  const isSpan = comparison === "time" && (isList || test === "eq" || test === "not_eq");
  return `${isSpan ? "tstzrange" : sqlType}${isList ? "[]" : ""}`;
}

/** The SQL condition of a filter; it contains no client input. */
export function filterCondition({ test, isInstant }: FilterKey, filterable: Filterable, index: number): string {
  const { comparison, instantOf } = filterable;
  const value = `:${parameterOf(index)}`;
  const isReading = isInstant === true && instantOf !== undefined;
  const column = isReading ? instantOf(filterable.column) : filterable.column;
  const bound = isReading ? clockBound(test, filterable.column, value) : "";
  if (test === "null") return `(${column}) is null`;
  if (test === "not_null") return `(${column}) is not null`;
  if (test === "in_or_null") return `((${column}) is null or ${positive("in", column, comparison, value)})`;
  // Null differs from every value, so not_eq matches it.
  if (test === "not_eq") return `(${positive("eq", column, comparison, value)}) is not true`;
  if (test === "does_not_match") return `(${positive("matches", column, comparison, value)}) is not true`;
  return `${bound}${positive(test, column, comparison, value)}`;
}

/** SQL: no rental's clock is further from UTC. Spares reading the rentals of most rows. */
function clockBound(test: Test, column: string, value: string): string {
  if (test === "gt" || test === "gteq") return `${column} >= ${value} - interval '12 hours' and `;
  return test === "lt" || test === "lteq" ? `${column} < ${value} + interval '14 hours' and ` : "";
}

type PositiveTest = Exclude<Operator, "not_eq" | "does_not_match"> | "matches_any";

function positive(test: PositiveTest, column: string, comparison: Comparison, value: string): string {
  switch (comparison) {
    case "text":
      return ofText(test, `(${column})`, value);
    case "translated":
      // Matches in any of its languages.
      return `exists (select from jsonb_each_text(${column}) as translation where ${ofText(test, "translation.value", value)})`;
    case "time":
      return ofTime(test, `(${column})`, value);
    default:
      return test === "in" ? `(${column}) = any(${value})` : `(${column}) ${signs[test]} ${value}`;
  }
}

const signs: Readonly<Record<string, string>> = { eq: "=", gt: ">", gteq: ">=", lt: "<", lteq: "<=" };

/** Compares texts without accents and case; `matches` takes a `like` pattern. */
function ofText(test: PositiveTest, column: string, value: string): string {
  if (test === "matches") return `plain_text(${column}) like plain_text(${value})`;
  const listed = `array(select plain_text(listed) from unnest(${value}) as listed)`;
  if (test === "matches_any") return `plain_text(${column}) like any (${listed})`;
  if (test === "in") return `plain_text(${column}) = any (${listed})`;
  return `plain_text(${column}) = plain_text(${value})`;
}

/** Compares a time with a span, such as a day or a second (see `timeSpan`), or with the relevant end of one. */
function ofTime(test: PositiveTest, column: string, value: string): string {
  if (test === "in") return `${column} <@ any (${value})`;
  if (test === "eq") return `${column} >= lower(${value}) and ${column} < upper(${value})`;
  return `${column} ${test === "gt" || test === "gteq" ? ">=" : "<"} ${value}`;
}

function byId(column: string, key: Key): Filterable {
  const comparison = key.sqlType === "uuid" ? "uuid" : "number";
  return { column, comparison, sqlType: key.sqlType, operators: exact };
}
