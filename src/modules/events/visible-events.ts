import type { PublishedChange } from "../../kernel/changes/change.ts";
import type { Resource } from "../../kernel/resource.ts";
import type { ReadScope } from "../../kernel/read/read-scope.ts";
import { readSights, seesAll, type Sight } from "../../kernel/read/sight.ts";
import { type View, viewOf } from "../../kernel/read/view.ts";
import { eventJson, namedChanges, shownNames } from "./shown-event.ts";

const fullSight: Sight = { before: true, after: true, isOwn: true, isRestricted: false };

/**
 * Changes as events for a caller, as JSON texts: each with the attributes that its scopes show. A record that leaves its sight is told as
 * deleted, with its id alone; of what it never saw, nothing is told.
 */
export async function eventsFor(scope: ReadScope, changes: readonly PublishedChange[]): Promise<string[]> {
  const sights = await sightsOf(scope, changes);
  const events: string[] = [];
  for (const change of changes) {
    const resource = scope.queries.registry.get(change.resource);
    const view = viewOf(resource, scope.caller.scopes, undefined);
    const sight = seesAll(resource, view, scope.caller.ofAccount === true) ? fullSight : sights.get(change.id);
    const shown = sight && shownChange(change, resource, view, sight);
    if (shown) events.push(eventJson(shown));
  }
  return events;
}

async function sightsOf(scope: ReadScope, changes: readonly PublishedChange[]): Promise<ReadonlyMap<number, Sight>> {
  const sights = new Map<number, Sight>();
  for (const [name, told] of Map.groupBy(changes, ({ resource }) => resource)) {
    const resource = scope.queries.registry.get(name);
    if (seesAll(resource, viewOf(resource, scope.caller.scopes, undefined), scope.caller.ofAccount === true)) continue;
    for (const [id, sight] of await readSights(scope, resource, told)) sights.set(id, sight);
  }
  return sights;
}

function shownChange(
  change: PublishedChange,
  resource: Resource,
  { own, others }: View,
  sight: Sight,
): PublishedChange | undefined {
  const isNew = isCreation(change);
  if (!sight.after)
    return sight.before && !isNew
      ? { ...change, type: `${resource.singular}.deleted`, changes: {}, requestId: undefined }
      : undefined;
  const selection = sight.isOwn || others === undefined || others === "hidden" ? own : others;
  const names = shownNames(resource, selection);
  const isHidden = (name: string): boolean =>
    !names.has(name) || (sight.isRestricted && resource.attributes[name]?.traits.personal === true);
  const changes = namedChanges(change.changes, (name) => !isHidden(name));
  // Of an update of what is not shown there is nothing to tell.
  if (change.type.endsWith(".updated") && Object.keys(changes).length === 0) return undefined;
  return { ...change, changes };
}

/** Before it there was no record. */
const isCreation = ({ type }: PublishedChange): boolean => /created$/.test(type);
