import type { Selection } from "../read/view.ts";
import type { Resource } from "../resource.ts";

/** What tells of dates and is no attribute: nights whose availability or rates changed. */
const datesOf = "dates";

const known = new WeakMap<Selection, ReadonlySet<string>>();

/** The names under which changes of what a selection shows stand: attributes, and the ids of related records. */
export function shownNames(resource: Resource, selection: Selection): ReadonlySet<string> {
  const before = known.get(selection);
  if (before) return before;
  const names = namesOf(resource, selection);
  known.set(selection, names);
  return names;
}

function namesOf(resource: Resource, { attributes, relations }: Selection): ReadonlySet<string> {
  const names = new Set([...attributes, datesOf]);
  for (const name of relations) {
    const relation = resource.relations[name];
    names.add(`${name}_id`);
    if (relation?.kind === "oneOf") names.add(`${name}_type`);
    if (relation?.kind === "many" && "through" in relation.source)
      names.add(relation.written?.name ?? relation.source.theirs.replace(/_id$/, "_ids"));
  }
  return names;
}
