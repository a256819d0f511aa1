import type { Filterable } from "./filter.ts";

/** One attribute that a list is sorted by. */
export interface SortKey {
  readonly key: string;
  readonly isDescending: boolean;
}

/** The sortable attributes. Translated texts and related ids have no meaningful order. */
export function sortKeys(attributes: Iterable<string>, filterables: ReadonlyMap<string, Filterable>): string[] {
  return [...attributes].filter((name) => {
    const filterable = filterables.get(name);
    return filterable !== undefined && filterable.comparison !== "translated";
  });
}

/** The SQL of an order: nulls last, texts case-insensitively, ties by ascending id. */
export function orderOf(sort: readonly SortKey[], filterables: ReadonlyMap<string, Filterable>, table: string): string {
  const terms = sort.map(({ key, isDescending }) => {
    const filterable = filterables.get(key);
    if (!filterable) throw new Error(`${table} cannot be sorted by ${key}.`);
    // PostgreSQL cannot sort by a constant, which some attributes still are.
    const value = `${filterable.comparison === "text" ? "lower" : "coalesce"}(${filterable.column})`;
    return `${value} ${isDescending ? "desc" : "asc"} nulls last`;
  });
  return [...terms, `${table}.id`].join(", ");
}
