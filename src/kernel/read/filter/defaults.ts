import type { Resource } from "../../resource.ts";
import type { Default } from "../../search.ts";
import type { FilterKey } from "./filter.ts";

/** What was asked of a list, as far as it decides which defaults hold. */
interface Asked {
  readonly resource: Resource;
  readonly given: readonly string[];
  readonly filters?: readonly FilterKey[];
}

/** The defaults of the search parameters that were not given, but for those that a filter lifts (see `Default`). */
export function defaultsInForce({ resource, given, filters = [] }: Asked): ReadonlyMap<string, Default> {
  const inForce = new Map<string, Default>();
  for (const [name, { defaultCondition }] of Object.entries(resource.search)) {
    if (defaultCondition === undefined || given.includes(name) || given.includes("ids")) continue;
    if (!filters.some((filter) => lifts(filter, defaultCondition))) inForce.set(name, defaultCondition);
  }
  return inForce;
}

/** The account is everybody's own, and an id that is compared, and not named, means no row in particular. */
function lifts({ key, test }: FilterKey, { standsBeside = [] }: Default): boolean {
  if (key === "account_id" || standsBeside.includes(key)) return false;
  return key !== "id" || test === "eq" || test === "in";
}
