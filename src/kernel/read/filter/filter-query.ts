import { badRequest } from "../../errors.ts";
import type { Resource } from "../../resource.ts";
import type { SearchParameter, SearchParameters } from "../../search.ts";
import { isObject } from "../../values/structure.ts";
import { parseTime } from "../../values/time.ts";
import {
  type Filterable,
  type FilterKey,
  type Operator,
  operators,
  parameterOf,
  relationKey,
  type Test,
} from "./filter.ts";
import { type Bound, filterValue, likePattern, timeSpan } from "./filter-values.ts";

/** A caller's filter keys for a list: comparable attributes, and search parameters under other names. */
export interface FilterKeys {
  readonly filterables: ReadonlyMap<string, Filterable>;
  readonly searches: SearchParameters;
}

/** A parsed filter: its conditions, the search parameters among its keys, and the values of both by parameter name. */
export interface ReadFilter {
  readonly filters: readonly FilterKey[];
  readonly searchNames: readonly string[];
  readonly values: ReadonlyMap<string, unknown>;
}

/** Limits of a filter, and of one condition's values. */
const maxConditions = 20;
const maxValues = 1000;

interface Condition {
  readonly test: Test;
  readonly value?: Bound | readonly Bound[];
  readonly isInstant?: true;
}

/**
 * Parses a filter (agent.md, Filters): `{ "status": "booked" }`, an array or a comma list for any of them, `null`, and
 * `{ "op": "gteq", "value": … }` or a list of those, all of which must hold. A date on a time attribute means that whole day. Other keys
 * may be search parameters of the resource's list.
 * @throws RequestError 400, naming the problem and the valid choices
 */
export function readFilter(resource: Resource, keys: FilterKeys, input: unknown): ReadFilter {
  if (!isObject(input)) throw badRequest("The filter must be a JSON object that maps names to values.");
  const filters: FilterKey[] = [];
  const values = new Map<string, unknown>();
  let searches = 0;
  const tooMany = () => badRequest(`The filter has more than ${maxConditions} conditions.`);
  if (Object.keys(input).length > maxConditions) throw tooMany();
  for (const [key, requested] of Object.entries(input)) {
    const filterable = keys.filterables.get(key);
    if (!filterable) {
      const parameter = searchParameter(resource, keys, key);
      assertWhole(key, parameter, input);
      values.set(parameter.filteredAs ?? key, searchValue(key, parameter, requested));
      searches++;
      continue;
    }
    assertWhole(key, filterable, input);
    for (const { value, ...condition } of conditionsOf(key, filterable, requested)) {
      if (value !== undefined) values.set(parameterOf(filters.length), value);
      filters.push({ key, ...condition });
    }
  }
  if (filters.length + searches > maxConditions) throw tooMany();
  // In declaration order, so that the client's key order does not multiply compiled queries.
  const searchNames = Object.keys(resource.search).filter((name) => values.has(name));
  return { filters, searchNames, values };
}

function searchParameter(resource: Resource, { filterables, searches }: FilterKeys, key: string): SearchParameter {
  const parameter = Object.hasOwn(searches, key) ? searches[key] : undefined;
  if (parameter) return parameter;
  const names = [...filterables.keys(), ...Object.keys(searches)];
  const related = relationKey(key.split(".")[0] ?? key);
  const hint = filterables.has(related) ? ` Filter by ${related}.` : "";
  throw badRequest(`${resource.name} cannot be filtered by ${short(key)}.${hint} Known filters: ${names.join(", ")}.`);
}

/** An id without its type would match records of several resources. */
function assertWhole(key: string, { requires }: { readonly requires?: string }, input: Record<string, unknown>): void {
  if (requires !== undefined && !Object.hasOwn(input, requires))
    throw badRequest(`The filter ${key} requires ${requires}, because ids of different resources overlap.`);
}

function searchValue(key: string, { type }: SearchParameter, requested: unknown): unknown {
  const items: unknown[] = Array.isArray(requested) ? requested : [requested];
  if (items.length > maxValues) throw badRequest(`The filter ${key} has more than ${maxValues} values.`);
  if (items.length === 0 || !items.every(isPlain))
    throw badRequest(`The filter ${key} must be a string, a number or a boolean.`);
  if (Array.isArray(requested)) for (const item of items) assertOneValue(key, item);
  const accepted = type.accept(items.map(String).join(","));
  if ("problem" in accepted) throw badRequest(`The filter ${key} ${accepted.problem}.`);
  return type.toDatabase(accepted.value);
}

function conditionsOf(key: string, filterable: Filterable, requested: unknown): Condition[] {
  if (isObject(requested)) return [operation(key, filterable, requested)];
  if (Array.isArray(requested)) {
    const parts: unknown[] = requested;
    if (parts.length > 0 && parts.every(isObject)) {
      if (parts.length > maxConditions) throw badRequest(`The filter has more than ${maxConditions} conditions.`);
      return parts.map((part) => operation(key, filterable, part));
    }
    for (const part of parts) assertOneValue(key, part);
    return [anyOf(key, filterable, parts, filterable.matchesPart)];
  }
  const items = typeof requested === "string" && requested.includes(",") ? listed(requested) : [requested];
  for (const item of items) assertOneValue(key, item);
  if (items.length > 1 || filterable.matchesPart) return [anyOf(key, filterable, items, filterable.matchesPart)];
  return [single(key, filterable, "eq", items[0])];
}

/** A comma inside an array's value, or the text "null", is most likely a mistake; `op` accepts such texts. */
function assertOneValue(key: string, value: unknown): void {
  if (typeof value !== "string") return;
  const asText = `For the text itself, send { "op": "eq", "value": … }`;
  if (value.trim() === "null")
    throw badRequest(`The filter ${key} has the text "null". For no value, send null without quotes. ${asText}.`);
  if (value.includes(","))
    throw badRequest(
      `The filter ${key} has a comma within a value. Send each value as its own array element. ${asText}.`,
    );
}

/** `{ "op": …, "value": … }` */
function operation(key: string, filterable: Filterable, requested: Record<string, unknown>): Condition {
  const others = Object.keys(requested).filter((name) => name !== "op" && name !== "value");
  if (others.length > 0 || !("op" in requested) || !("value" in requested)) {
    throw badRequest(`The filter ${key} must be a value or { "op", "value" }. Operators: ${operators.join(", ")}.`);
  }
  const op = filterable.operators.find((name) => name === requested.op);
  if (op === undefined) {
    const operator =
      typeof requested.op === "string" ? `the operator ${short(requested.op)}` : "an operator that is not a string";
    throw badRequest(
      `The filter ${key} does not support ${operator}. Supported operators: ${filterable.operators.join(", ")}.`,
    );
  }
  const { value } = requested;
  if (op !== "in") return single(key, filterable, op, value);
  return anyOf(key, filterable, typeof value === "string" ? listed(value) : [value].flat(), filterable.matchesPart);
}

function single(key: string, filterable: Filterable, op: Operator, requested: unknown): Condition {
  if (requested === null) {
    if (op === "eq") return { test: "null" };
    if (op === "not_eq") return { test: "not_null" };
    throw badRequest(`The filter ${key} cannot compare null with ${op}. Use eq or not_eq.`);
  }
  if (op === "matches" || op === "does_not_match") return { test: op, value: pattern(key, filterable, requested) };
  return { test: op, value: boundValue(key, filterable, requested, op), ...instantIn(key, filterable, [requested]) };
}

/** @param matchesPart each value matches texts that contain it */
function anyOf(key: string, filterable: Filterable, items: readonly unknown[], matchesPart = false): Condition {
  if (items.length === 0) throw badRequest(`The filter ${key} needs at least one value.`);
  if (items.length > maxValues) throw badRequest(`The filter ${key} has more than ${maxValues} values.`);
  const present = items.filter((item) => item !== null);
  if (present.length === 0) return { test: "null" };
  if (matchesPart && present.length === items.length)
    return { test: "matches_any", value: present.map((item) => pattern(key, filterable, item)) };
  const value = present.map((item) => boundValue(key, filterable, item, "in"));
  const test = present.length === items.length ? "in" : "in_or_null";
  return { test, value, ...instantIn(key, filterable, present) };
}

/** Whether the times have an offset: then they are instants, and others are readings of the rental's clock. */
function instantIn(key: string, { instantOf }: Filterable, items: readonly unknown[]): Pick<Condition, "isInstant"> {
  if (!instantOf) return {};
  const offsets = new Set(items.map((item) => typeof item === "string" && parseTime(item.trim())?.hasOffset === true));
  if (offsets.size > 1)
    throw badRequest(`The filter ${key} has times with an offset and others. Send all of them in one form.`);
  return offsets.has(true) ? { isInstant: true } : {};
}

function pattern(key: string, filterable: Filterable, requested: unknown): string {
  const made = likePattern(String(readValue(key, filterable, requested)));
  if ("problem" in made) throw badRequest(`The filter ${key} ${made.problem}.`);
  return made.value;
}

function boundValue(key: string, filterable: Filterable, requested: unknown, op: Operator): Bound {
  if (filterable.comparison === "time") return timeBound(key, requested, op);
  const value = readValue(key, filterable, requested);
  const { among } = filterable;
  // A value outside a closed set is a mistake, so it is refused rather than matching nothing.
  const found = among ? among.find(String(value)) : value;
  if (found !== undefined) return found;
  throw badRequest(`The filter ${key} ${among?.refusal(String(value))}.`);
}

/** The relevant end of the time span: "after a day" means after all of it. */
function timeBound(key: string, requested: unknown, op: Operator): Bound {
  const span = timeSpan(requested);
  if ("problem" in span) throw badRequest(`The filter ${key} ${span.problem}.`);
  const { start, end } = span.value;
  if (op === "gt" || op === "lteq") return end;
  return op === "gteq" || op === "lt" ? start : `[${start},${end})`;
}

function readValue(key: string, filterable: Filterable, requested: unknown): Bound {
  const accepted = filterable.read ? filterable.read(requested) : filterValue(filterable.sqlType, requested);
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

/** A client's text, shortened for a message. */
function short(text: string): string {
  return text.slice(0, 60);
}
