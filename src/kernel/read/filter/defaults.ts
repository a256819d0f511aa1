import type { Resource } from "../../resource.ts";
import type { Default } from "../../search.ts";
import type { FilterKey } from "./filter.ts";

/** The part of a list request that decides which defaults apply. */
interface ListRequest {
  readonly resource: Resource;
  readonly searchNames: readonly string[];
  readonly filters?: readonly FilterKey[];
}

/** The defaults of absent search parameters, except those that a filter lifts (see `Default`). */
export function defaultsInForce({ resource, searchNames, filters = [] }: ListRequest): ReadonlyMap<string, Default> {
  const inForce = new Map<string, Default>();
  for (const [name, { defaultCondition }] of Object.entries(resource.search)) {
    if (defaultCondition === undefined || searchNames.includes(name) || searchNames.includes("ids")) continue;
    if (!filters.some((filter) => lifts(filter, defaultCondition))) inForce.set(name, defaultCondition);
  }
  return inForce;
}

/** A filter by account, or by a range of ids, names no row in particular. */
function lifts({ key, test }: FilterKey, { standsBeside = [] }: Default): boolean {
  if (key === "account_id" || standsBeside.includes(key)) return false;
  return key !== "id" || test === "eq" || test === "in";
}
