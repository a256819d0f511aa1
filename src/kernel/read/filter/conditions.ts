import type { ResourceRegistry } from "../../registry.ts";
import type { Resource } from "../../resource.ts";
import { attributeColumn, liveCondition } from "../columns.ts";
import type { QueryKey } from "../query-key.ts";
import type { View } from "../view.ts";
import { ownRows, publishedCondition, visibilityCondition } from "../visible/visibility.ts";
import { defaultsInForce } from "./defaults.ts";
import { filterables, filterCondition, parameterOf, parameterType } from "./filter.ts";

/** SQL types of the parameters that every statement has. */
const ownTypes: readonly (readonly [string, string])[] = [
  ["accounts", "bigint[]"],
  ["application", "bigint"],
  ["of_account", "boolean"],
  ["user", "bigint"],
  ["scopes", "text[]"],
  ["base_url", "text"],
  ["files_until", "bigint"],
  ["files_key", "bytea"],
  ["link_key", "bytea"],
  ["limit", "bigint"],
  ["offset", "bigint"],
  ["updated_since", "timestamptz"],
];

/** Restricts every statement to the caller's accounts; no statement compiles without it. */
export function accountCondition(resource: Resource, oneAccount: boolean): string {
  if (resource.tenancy === "everyone") return "true";
  const column = resource.tenancy === "itself" ? `${resource.table}.id` : `${resource.table}.account_id`;
  return oneAccount ? `${column} = :account` : `${column} = any(:accounts)`;
}

/** SQL types of every parameter that a statement on this resource may use. Only a statement of one account has `account`. */
export function parameterTypes(resource: Resource, oneAccount: boolean): ReadonlyMap<string, string> {
  return new Map([
    ...(oneAccount ? [["account", "bigint"] as const] : []),
    ...ownTypes,
    ["ids", `${resource.key.sqlType}[]`] as const,
    ["record", resource.key.sqlType] as const,
    ["after", resource.key.sqlType] as const,
    ...Object.entries({ ...resource.options, ...resource.search }).map(
      ([name, { type }]) => [name, type.sqlType] as const,
    ),
  ]);
}

/**
 * A row's conditions, in addition to `accountCondition`.
 * @param withDefaults false: ignores the list's defaults
 */
export function conditionsOf(registry: ResourceRegistry, key: QueryKey, view: View, withDefaults = true): string[] {
  const { resource } = key;
  const conditions: string[] = [];
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
    const condition = key.searchNames.includes(name) ? parameter.condition : defaults?.get(name)?.condition;
    if (condition !== undefined) conditions.push(`(${condition})`);
    if (parameter.revealsHidden && key.searchNames.includes(name) && view.others !== undefined)
      conditions.push(`(${ownRows(resource, key.scopes)})`);
  }
  // A resource with `listedBy` hides deleted rows through that parameter's own conditions.
  if (live !== undefined && resource.deletion?.listedBy === undefined) conditions.push(live);
  if (key.searchNames.includes("updated_since"))
    conditions.push(`${attributeColumn(resource, "updated_at")} >= :updated_since`);
  if (key.searchNames.includes("ids")) conditions.push(`${resource.table}.id = any(:ids)`);
  conditions.push(...filterConditions(registry, key, view));
  return conditions;
}

function filterConditions(registry: ResourceRegistry, key: QueryKey, view: View): string[] {
  const filters = key.filters ?? [];
  if (filters.length === 0) return [];
  const keys = filterables(registry, key.resource, key.scopes);
  const conditions = filters.map((filter, index) => {
    const filterable = keys.get(filter.key);
    if (!filterable) throw new Error(`${key.resource.name} cannot be filtered by ${filter.key}.`);
    return filterCondition(filter, filterable, index);
  });
  // A comparison would reveal hidden values, so filters only match rows that are shown in full.
  return view.others === undefined ? conditions : [...conditions, `(${ownRows(key.resource, key.scopes)})`];
}

/** SQL types of the parameters that hold the filters' values. */
export function filterTypes(
  registry: ResourceRegistry,
  { resource, scopes, filters = [] }: QueryKey,
): [string, string][] {
  if (filters.length === 0) return [];
  const keys = filterables(registry, resource, scopes);
  return filters.map((filter, index) => {
    const filterable = keys.get(filter.key);
    if (!filterable) throw new Error(`${resource.name} cannot be filtered by ${filter.key}.`);
    return [parameterOf(index), parameterType(filter, filterable)];
  });
}
