import { type ChangeVisibility, readChangeVisibility, seesAll } from "../read/change-visibility.ts";
import { type View, viewOf } from "../read/view.ts";
import type { ReadScope } from "../read/visible/read-scope.ts";
import type { Resource } from "../resource.ts";
import type { ChangeOfRecord, PublishedChange } from "./change.ts";
import { shownNames } from "./shown-names.ts";

const fullVisibility: ChangeVisibility = { before: true, after: true, isOwn: true, isRestricted: false };

/**
 * Changes as a caller sees them, with the attributes that its scopes show. A record that leaves the caller's view appears as deleted,
 * with its id alone; a record that it never saw does not appear.
 */
export async function visibleChanges(
  scope: ReadScope,
  changes: readonly PublishedChange[],
): Promise<PublishedChange[]> {
  const byId = new Map(changes.map((change) => [change.id, change]));
  const withoutValues = changes.map((change) => ({ ...change, changed: Object.keys(change.changes) }));
  return (await visibleWithoutValues(scope, withoutValues)).flatMap(({ id, type, changed, isOutOfSight }) => {
    const change = byId.get(id);
    if (!change) return [];
    if (isOutOfSight) return { ...change, type, changes: {}, requestId: undefined };
    return { ...change, changes: namedChanges(change.changes, new Set(changed)) };
  });
}

/** A change as a caller sees it: the type, and the visible attributes. */
export interface ShownChange extends ChangeOfRecord {
  /** The record left the caller's view and appears as deleted. */
  readonly isOutOfSight: boolean;
}

/** The same without values: the visible changes, and the names of the visible attributes that changed. */
export async function visibleWithoutValues(
  scope: ReadScope,
  changes: readonly ChangeOfRecord[],
): Promise<ShownChange[]> {
  const lookups = new Map<string, ResourceVisibility>();
  for (const [name, changed] of Map.groupBy(changes, ({ resource }) => resource)) {
    lookups.set(name, await visibilityOf(scope, scope.queries.registry.get(name), changed));
  }
  return changes.flatMap((change) => {
    const lookup = lookups.get(change.resource);
    const visibility = lookup && (lookup.changes === "all" ? fullVisibility : lookup.changes.get(change.id));
    return (visibility && shownChange(change, lookup, visibility)) ?? [];
  });
}

/** The part of a resource's changed records that a caller sees. */
interface ResourceVisibility {
  readonly resource: Resource;
  readonly view: View;
  /** By change id. */
  readonly changes: ReadonlyMap<number, ChangeVisibility> | "all";
}

async function visibilityOf(
  scope: ReadScope,
  resource: Resource,
  changed: readonly ChangeOfRecord[],
): Promise<ResourceVisibility> {
  const { scopes, ofAccount } = scope.caller;
  const view = viewOf(resource, scopes, undefined);
  const isUniform = seesAll(resource, view, ofAccount === true);
  return { resource, view, changes: isUniform ? "all" : await readChangeVisibility(scope, resource, changed) };
}

function shownChange(
  change: ChangeOfRecord,
  { resource, view }: ResourceVisibility,
  visibility: ChangeVisibility,
): ShownChange | undefined {
  const { own, others } = view;
  const isNew = isCreation(change);
  if (!visibility.after)
    return visibility.before && !isNew
      ? { ...change, type: `${resource.singular}.deleted`, changed: [], isOutOfSight: true }
      : undefined;
  const selection = visibility.isOwn || others === undefined || others === "hidden" ? own : others;
  const names = shownNames(resource, selection);
  const isHidden = (name: string): boolean =>
    !names.has(name) || (visibility.isRestricted && resource.attributes[name]?.traits.personal === true);
  const changed = change.changed.filter((name) => !isHidden(name));
  return { ...change, changed, isOutOfSight: false };
}

/** Before a creation there was no record to see. */
const isCreation = ({ type }: ChangeOfRecord): boolean => /created$/.test(type);

/** The part of a change's attributes with these names. */
function namedChanges(changes: PublishedChange["changes"], names: ReadonlySet<string>): PublishedChange["changes"] {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => names.has(name)));
}
