import type { Selection } from "../read/view.ts";
import type { Resource } from "../resource.ts";

/** A pseudo-attribute of changes: the nights whose availability or rates changed. */
const datesName = "dates";

const cache = new WeakMap<Selection, ReadonlySet<string>>();

/** The names that a selection's changes use: attributes, and ids of related records. */
export function shownNames(resource: Resource, selection: Selection): ReadonlySet<string> {
  const cached = cache.get(selection);
  if (cached) return cached;
  const names = namesOf(resource, selection);
  cache.set(selection, names);
  return names;
}

function namesOf(resource: Resource, { attributes, relations }: Selection): ReadonlySet<string> {
  const names = new Set([...attributes, datesName]);
  for (const name of relations) {
    const relation = resource.relations[name];
    names.add(`${name}_id`);
    if (relation?.kind === "oneOf") names.add(`${name}_type`);
    if (relation?.kind === "many" && "through" in relation.source)
      names.add(relation.written?.name ?? relation.source.theirs.replace(/_id$/, "_ids"));
  }
  return names;
}
