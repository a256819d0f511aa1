import { badRequest } from "../../errors.ts";
import type { Resource } from "../../resource.ts";
import type { SearchParameter, SearchParameters } from "../../search.ts";
import { isObject } from "../../values/structure.ts";
import { type Filterable, type FilterKey, type Operator, operators, parameterOf, type Test } from "./filter.ts";
import { type Bound, filterValue, likePattern, timeSpan } from "./filter-values.ts";

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
 * `{ "op": "gteq", "value": … }` or a list of those, all of which must hold. A date on a time attribute is that whole day. A key that is
 * no attribute may be a search parameter of the resource's list, with a plain value or several.
 * @throws RequestError 400, naming what is not known and what would be
 */
export function readFilter(resource: Resource, keys: FilterKeys, input: unknown): ReadFilter {
  if (!isObject(input)) throw badRequest("The filter must be a JSON object of names and values.");
  const filters: FilterKey[] = [];
  const values = new Map<string, unknown>();
  let searches = 0;
  const tooMany = () => badRequest(`The filter has more than ${mostConditions} conditions.`);
  if (Object.keys(input).length > mostConditions) throw tooMany();
  for (const [key, asked] of Object.entries(input)) {
    const filterable = keys.filterables.get(key);
    if (!filterable) {
      const parameter = searchParameter(resource, keys, key);
      assertWhole(key, parameter, input);
      values.set(parameter.filteredAs ?? key, searchValue(key, parameter, asked));
      searches++;
      continue;
    }
    assertWhole(key, filterable, input);
    for (const { test, value } of conditionsOf(key, filterable, asked)) {
      if (value !== undefined) values.set(parameterOf(filters.length), value);
      filters.push({ key, test });
    }
  }
  if (filters.length + searches > mostConditions) throw tooMany();
  // In the order of the declaration: the same question is the same compiled query, in whatever order a client has written it.
  const given = Object.keys(resource.search).filter((name) => values.has(name));
  return { filters, given, values };
}

function searchParameter(resource: Resource, { filterables, searches }: FilterKeys, key: string): SearchParameter {
  const parameter = Object.hasOwn(searches, key) ? searches[key] : undefined;
  if (parameter) return parameter;
  const names = [...filterables.keys(), ...Object.keys(searches)];
  throw badRequest(`${resource.name} cannot be filtered by ${short(key)}; known are: ${names.join(", ")}.`);
}

/** Half of a key would mix records of several resources. */
function assertWhole(key: string, { requires }: { readonly requires?: string }, input: Record<string, unknown>): void {
  if (requires !== undefined && !Object.hasOwn(input, requires))
    throw badRequest(`The filter ${key} requires ${requires}: ids of different resources are alike.`);
}

function searchValue(key: string, { type }: SearchParameter, asked: unknown): unknown {
  const items: unknown[] = Array.isArray(asked) ? asked : [asked];
  if (items.length > mostValues) throw badRequest(`The filter ${key} names more than ${mostValues} values.`);
  if (items.length === 0 || !items.every(isPlain)) throw badRequest(`The filter ${key} takes a plain value.`);
  if (Array.isArray(asked)) for (const item of items) assertOneValue(key, item);
  const accepted = type.accept(items.map(String).join(","));
  if ("problem" in accepted) throw badRequest(`The filter ${key} ${accepted.problem}.`);
  return type.toDatabase(accepted.value);
}

function conditionsOf(key: string, filterable: Filterable, asked: unknown): Condition[] {
  if (isObject(asked)) return [operation(key, filterable, asked)];
  if (Array.isArray(asked)) {
    const parts: unknown[] = asked;
    if (parts.length > 0 && parts.every(isObject)) {
      if (parts.length > mostConditions) throw badRequest(`The filter has more than ${mostConditions} conditions.`);
      return parts.map((part) => operation(key, filterable, part));
    }
    for (const part of parts) assertOneValue(key, part);
    return [anyOf(key, filterable, parts, filterable.byPart)];
  }
  const items = typeof asked === "string" && asked.includes(",") ? listed(asked) : [asked];
  for (const item of items) assertOneValue(key, item);
  if (items.length > 1 || filterable.byPart) return [anyOf(key, filterable, items, filterable.byPart)];
  return [single(key, filterable, "eq", items[0])];
}

/** A list within a value, and null as a text, find nothing that anybody means; an operator takes the text as it is. */
function assertOneValue(key: string, value: unknown): void {
  if (typeof value !== "string") return;
  const asText = `for the text itself, write { "op": "eq", "value": … }`;
  if (value.trim() === "null")
    throw badRequest(`The filter ${key} has the text "null"; write null without quotes for no value; ${asText}.`);
  if (value.includes(","))
    throw badRequest(
      `The filter ${key} has a comma within a value; write each value of an array by itself; ${asText}.`,
    );
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
  if (op === "matches" || op === "does_not_match") return { test: op, value: pattern(key, filterable, asked) };
  return { test: op, value: boundValue(key, filterable, asked, op) };
}

/** @param byPart each value finds what contains it */
function anyOf(key: string, filterable: Filterable, items: readonly unknown[], byPart = false): Condition {
  if (items.length === 0) throw badRequest(`The filter ${key} names no value.`);
  if (items.length > mostValues) throw badRequest(`The filter ${key} names more than ${mostValues} values.`);
  const present = items.filter((item) => item !== null);
  if (present.length === 0) return { test: "null" };
  if (byPart && present.length === items.length)
    return { test: "matches_any", value: present.map((item) => pattern(key, filterable, item)) };
  const value = present.map((item) => boundValue(key, filterable, item, "in"));
  return { test: present.length === items.length ? "in" : "in_or_null", value };
}

function pattern(key: string, filterable: Filterable, asked: unknown): string {
  const made = likePattern(String(readValue(key, filterable, asked)));
  if ("problem" in made) throw badRequest(`The filter ${key} ${made.problem}.`);
  return made.value;
}

function boundValue(key: string, filterable: Filterable, asked: unknown, op: Operator): Bound {
  if (filterable.comparison === "time") return timeBound(key, asked, op);
  const value = readValue(key, filterable, asked);
  const { among } = filterable;
  // To look for another value is a mistake, and no empty list.
  const found = among ? among.find(String(value)) : value;
  if (found !== undefined) return found;
  throw badRequest(`The filter ${key} ${among?.refusal(String(value))}.`);
}

/** The end of the span that counts: a time after a day is one after all of it. */
function timeBound(key: string, asked: unknown, op: Operator): Bound {
  const span = timeSpan(asked);
  if ("problem" in span) throw badRequest(`The filter ${key} ${span.problem}.`);
  const { start, end } = span.value;
  if (op === "gt" || op === "lteq") return end;
  return op === "gteq" || op === "lt" ? start : `[${start},${end})`;
}

function readValue(key: string, filterable: Filterable, asked: unknown): Bound {
  const accepted = filterable.read ? filterable.read(asked) : filterValue(filterable.sqlType, asked);
  if ("problem" in accepted) throw badRequest(`The filter ${key} ${accepted.problem}.`);
  return accepted.value;
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
