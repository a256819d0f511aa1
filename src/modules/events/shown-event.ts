import { formatInstant } from "../../kernel/values/time.ts";
import type { PublishedChange } from "../../kernel/changes/change.ts";
import type { Resource } from "../../kernel/resource.ts";
import type { Selection } from "../../kernel/read/view.ts";

/** What tells of dates and is no attribute: nights whose availability or rates changed. */
const datesOf = "dates";

/** The names under which changes of what a selection shows stand: attributes, and the ids of related records. */
export function shownNames(resource: Resource, { attributes, relations }: Selection): ReadonlySet<string> {
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

/** The part of a change's attributes that have these names. */
export function namedChanges(
  changes: PublishedChange["changes"],
  names: (name: string) => boolean,
): PublishedChange["changes"] {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => names(name)));
}

/** The JSON text of an event. */
export function eventJson({ occurredAt, actor, ...change }: PublishedChange): string {
  return JSON.stringify({
    id: change.id,
    type: change.type,
    occurred_at: formatInstant(occurredAt),
    account_id: change.account,
    resource: change.resource,
    record_id: change.recordId,
    actor: { type: actor.type, id: actor.id ?? null, name: actor.name ?? null },
    request_id: change.requestId ?? null,
    changes: change.changes,
  });
}
