import type { Scope } from "../access/scopes.ts";
import type { Resource } from "../resource.ts";
import type { FilterKey } from "./filter/filter.ts";
import type { SortKey } from "./filter/sort.ts";
import type { Fields } from "./view.ts";

/** How a list is walked through: in ascending order of id from a place on, or in any order by the number of its rows before. */
export type Walk = "by id" | "by number";

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
  /** Of a list: by id only where nothing else sorts it. */
  readonly walk?: Walk;
}
