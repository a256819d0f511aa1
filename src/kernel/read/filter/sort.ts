import type { Filterable } from "./filter.ts";

/** One attribute that a list is sorted by. */
export interface SortKey {
  readonly key: string;
  readonly isDescending: boolean;
}

/** What a list can be sorted by: attributes of a plain kind. A text in several languages has no one order, and a related id has none that means anything. */
export function sortKeys(attributes: Iterable<string>, filterables: ReadonlyMap<string, Filterable>): string[] {
  return [...attributes].filter((name) => {
    const filterable = filterables.get(name);
    return filterable !== undefined && filterable.comparison !== "translated";
  });
}

/** The SQL of an order: unknown values last, texts without regard to capitals, equal ones by ascending id. */
export function orderOf(sort: readonly SortKey[], filterables: ReadonlyMap<string, Filterable>, table: string): string {
  const terms = sort.map(({ key, isDescending }) => {
    const filterable = filterables.get(key);
    if (!filterable) throw new Error(`${table} cannot be sorted by ${key}.`);
    // PostgreSQL sorts by no constant, which some attributes are for now.
    const value = `${filterable.comparison === "text" ? "lower" : "coalesce"}(${filterable.column})`;
    return `${value} ${isDescending ? "desc" : "asc"} nulls last`;
  });
  return [...terms, `${table}.id`].join(", ");
}
