import type { Scope } from "../access/scopes.ts";
import type { Resource } from "../resource.ts";
import type { FilterKey } from "./filter/filter.ts";
import type { SortKey } from "./filter/sort.ts";
import type { Fields } from "./view.ts";

/** A list's paging: in ascending id order from an id, or in any order by row offset. A large page has more rows than the API returns. */
export type Walk = "by id" | "by number" | "large by number";

/** The inputs that determine a reading statement's text. */
export interface QueryKey {
  readonly resource: Resource;
  readonly scopes: ReadonlySet<Scope>;
  /** Whether the caller reaches exactly one account, so that the primary key serves the order. */
  readonly oneAccount: boolean;
  /** See `Caller.publishedOnly`. */
  readonly publishedOnly: boolean;
  readonly fields: Fields;
  /** Relations whose ids are needed to embed their records. */
  readonly embedded: readonly string[];
  /** "one" is separate from "ids", so that PostgreSQL plans every read of one record once. */
  readonly kind: "list" | "ids" | "one";
  /** Names of the search parameters in the request, including `updated_since` and `ids`. */
  readonly searchNames: readonly string[];
  /** Conditions on attributes, in order; for lists only. */
  readonly filters?: readonly FilterKey[];
  /** For lists only; absent: ascending id. */
  readonly sort?: readonly SortKey[];
  /** For lists: whether to count the rows that the list's defaults exclude. */
  readonly countsHidden?: boolean;
  /** For lists: "by id" only without another sort. */
  readonly walk?: Walk;
}
