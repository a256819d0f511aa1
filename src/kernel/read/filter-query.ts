import { badRequest } from "../errors.ts";
import type { Resource } from "../resource.ts";
import { isObject } from "../values/structure.ts";
import type { SearchParameters } from "../search.ts";
import { type Filterable, type FilterKey, type Operator, operators, parameterOf, type Test } from "./filter.ts";
import { type Bound, filterValue, likePattern } from "./filter-values.ts";

/** What a caller can filter a list by: what it compares, and search parameters of the list under other names. */
export interface FilterKeys {
  readonly filterables: ReadonlyMap<string, Filterable>;
  readonly searches: SearchParameters;
}

/** A filter that was read: its conditions, the search parameters among its keys, and the values of both by their parameters' names. */
export interface ReadFilter {
  readonly filters: readonly FilterKey[];
  readonly given: readonly string[];
  readonly values: ReadonlyMap<string, unknown>;
}

/** The most conditions of one filter, and the most values of one condition. */
const mostConditions = 20;
const mostValues = 1000;

interface Condition {
  readonly test: Test;
  readonly value?: Bound | readonly Bound[];
}

/**
 * Reads a filter (agent.md, Filters): `{ "status": "booked" }`, an array or a comma list for any of them, `null`, and
 * `{ "op": "gteq", "value": … }` or a list of those, all of which must hold. A key that is no attribute may be a search parameter of the
 * resource's list, with a plain value.
 * @throws RequestError 400, naming what is not known and what would be
 */
export function readFilter(resource: Resource, keys: FilterKeys, input: unknown): ReadFilter {
  if (!isObject(input)) throw badRequest("The filter must be an object of names and values.");
  const filters: FilterKey[] = [];
  const values = new Map<string, unknown>();
  let searches = 0;
  const tooMany = () => badRequest(`The filter has more than ${mostConditions} conditions.`);
  if (Object.keys(input).length > mostConditions) throw tooMany();
  for (const [key, asked] of Object.entries(input)) {
    const filterable = keys.filterables.get(key);
    if (!filterable) {
      values.set(key, searchValue(resource, keys, key, asked));
      searches++;
      continue;
    }
    for (const { test, value } of conditionsOf(key, filterable, asked)) {
      if (value !== undefined) values.set(parameterOf(filters.length), value);
      filters.push({ key, test });
    }
  }
  if (filters.length + searches > mostConditions) throw tooMany();
  // In the order of the declaration: the same question is the same compiled query, in whatever order a client has written it.
  const given = Object.keys(keys.searches).filter((name) => values.has(name));
  return { filters, given, values };
}

function searchValue(resource: Resource, { filterables, searches }: FilterKeys, key: string, asked: unknown): unknown {
  const parameter = Object.hasOwn(searches, key) ? searches[key] : undefined;
  if (!parameter) {
    const names = [...filterables.keys(), ...Object.keys(searches)];
    throw badRequest(`${resource.name} cannot be filtered by ${short(key)}; known are: ${names.join(", ")}.`);
  }
  const items = Array.isArray(asked) ? asked : [asked];
  if (items.length > mostValues) throw badRequest(`The filter ${key} names more than ${mostValues} values.`);
  if (items.length === 0 || !items.every(isPlain)) throw badRequest(`The filter ${key} takes a plain value.`);
  const accepted = parameter.type.accept(items.map(String).join(","));
  if ("problem" in accepted) throw badRequest(`The filter ${key} ${accepted.problem}.`);
  return parameter.type.toDatabase(accepted.value);
}

function conditionsOf(key: string, filterable: Filterable, asked: unknown): Condition[] {
  if (isObject(asked)) return [operation(key, filterable, asked)];
  if (Array.isArray(asked)) {
    const parts: unknown[] = asked;
    if (parts.length > 0 && parts.every(isObject)) {
      if (parts.length > mostConditions) throw badRequest(`The filter has more than ${mostConditions} conditions.`);
      return parts.map((part) => operation(key, filterable, part));
    }
    return [anyOf(key, filterable, parts)];
  }
  if (typeof asked === "string" && asked.includes(",")) return [anyOf(key, filterable, listed(asked))];
  return [single(key, filterable, "eq", asked)];
}

/** `{ "op": …, "value": … }` */
function operation(key: string, filterable: Filterable, asked: Record<string, unknown>): Condition {
  const others = Object.keys(asked).filter((name) => name !== "op" && name !== "value");
  if (others.length > 0 || !("op" in asked) || !("value" in asked)) {
    throw badRequest(`The filter ${key} must be a value, or { "op", "value" }; op is one of: ${operators.join(", ")}.`);
  }
  const op = filterable.operators.find((name) => name === asked.op);
  if (op === undefined) {
    const wrong = typeof asked.op === "string" ? short(asked.op) : "no text";
    throw badRequest(`The filter ${key} has the operator ${wrong}; it can have: ${filterable.operators.join(", ")}.`);
  }
  const { value } = asked;
  if (op !== "in") return single(key, filterable, op, value);
  return anyOf(key, filterable, typeof value === "string" ? listed(value) : [value].flat());
}

function single(key: string, filterable: Filterable, op: Operator, asked: unknown): Condition {
  if (asked === null) {
    if (op === "eq") return { test: "null" };
    if (op === "not_eq") return { test: "not_null" };
    throw badRequest(`The filter ${key} cannot compare null by ${op}; eq and not_eq can.`);
  }
  const value = boundValue(key, filterable, asked);
  if (op !== "matches" && op !== "does_not_match") return { test: op, value: knownValue(key, filterable, value) };
  const pattern = likePattern(String(value));
  if ("problem" in pattern) throw badRequest(`The filter ${key} ${pattern.problem}.`);
  return { test: op, value: pattern.value };
}

function anyOf(key: string, filterable: Filterable, items: readonly unknown[]): Condition {
  if (items.length === 0) throw badRequest(`The filter ${key} names no value.`);
  if (items.length > mostValues) throw badRequest(`The filter ${key} names more than ${mostValues} values.`);
  const present = items.filter((item) => item !== null);
  if (present.length === 0) return { test: "null" };
  const value = present.map((item) => knownValue(key, filterable, boundValue(key, filterable, item)));
  return { test: present.length === items.length ? "in" : "in_or_null", value };
}

function boundValue(key: string, filterable: Filterable, asked: unknown): Bound {
  const accepted = filterable.read ? filterable.read(asked) : filterValue(filterable.sqlType, asked);
  if ("problem" in accepted) throw badRequest(`The filter ${key} ${accepted.problem}.`);
  return accepted.value;
}

/** An enumerated attribute has no other values: to look for one is a mistake, and no empty list. */
function knownValue(key: string, { values }: Filterable, value: Bound): Bound {
  if (!values || values.some((known) => known.toLowerCase() === String(value).toLowerCase())) return value;
  throw badRequest(`The filter ${key} cannot be ${short(String(value))}; it can be: ${values.join(", ")}.`);
}

function isPlain(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function listed(text: string): string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** What a client sent, as far as a sentence repeats it. */
function short(text: string): string {
  return text.slice(0, 60);
}
