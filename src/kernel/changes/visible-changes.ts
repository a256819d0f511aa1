import { readSights, type Sight, seesAll } from "../read/sight.ts";
import { type View, viewOf } from "../read/view.ts";
import type { ReadScope } from "../read/visible/read-scope.ts";
import type { Resource } from "../resource.ts";
import type { ChangeOfRecord, PublishedChange } from "./change.ts";
import { shownNames } from "./shown-names.ts";

const fullSight: Sight = { before: true, after: true, isOwn: true, isRestricted: false };

/**
 * Changes as a caller is told of them: each with the attributes that its scopes show. A record that leaves its sight is told as deleted, with
 * its id alone; of what it never saw, nothing is told.
 */
export async function visibleChanges(
  scope: ReadScope,
  changes: readonly PublishedChange[],
): Promise<PublishedChange[]> {
  const known = new Map(changes.map((change) => [change.id, change]));
  const withoutValues = changes.map((change) => ({ ...change, changed: Object.keys(change.changes) }));
  return (await visibleWithoutValues(scope, withoutValues)).flatMap(({ id, type, changed, isOutOfSight }) => {
    const change = known.get(id);
    if (!change) return [];
    if (isOutOfSight) return { ...change, type, changes: {}, requestId: undefined };
    return { ...change, changes: namedChanges(change.changes, new Set(changed)) };
  });
}

/** What a caller is told of a change: the type, and the attributes that it sees. */
export interface ShownChange extends ChangeOfRecord {
  /** The record left the caller's sight, and is told as deleted. */
  readonly isOutOfSight: boolean;
}

/** The same without the values: what a caller is told of, and which attributes it sees have changed. */
export async function visibleWithoutValues(
  scope: ReadScope,
  changes: readonly ChangeOfRecord[],
): Promise<ShownChange[]> {
  const looks = new Map<string, Look>();
  for (const [name, told] of Map.groupBy(changes, ({ resource }) => resource)) {
    looks.set(name, await lookOf(scope, scope.queries.registry.get(name), told));
  }
  return changes.flatMap((change) => {
    const look = looks.get(change.resource);
    const sight = look && (look.sights === "all" ? fullSight : look.sights.get(change.id));
    return (sight && shownChange(change, look, sight)) ?? [];
  });
}

/** How a caller sees the changed records of a resource. */
interface Look {
  readonly resource: Resource;
  readonly view: View;
  /** By the ids of changes. */
  readonly sights: ReadonlyMap<number, Sight> | "all";
}

async function lookOf(scope: ReadScope, resource: Resource, told: readonly ChangeOfRecord[]): Promise<Look> {
  const { scopes, ofAccount } = scope.caller;
  const view = viewOf(resource, scopes, undefined);
  const sights = seesAll(resource, view, ofAccount === true) ? "all" : await readSights(scope, resource, told);
  return { resource, view, sights };
}

function shownChange(change: ChangeOfRecord, { resource, view }: Look, sight: Sight): ShownChange | undefined {
  const { own, others } = view;
  const isNew = isCreation(change);
  if (!sight.after)
    return sight.before && !isNew
      ? { ...change, type: `${resource.singular}.deleted`, changed: [], isOutOfSight: true }
      : undefined;
  const selection = sight.isOwn || others === undefined || others === "hidden" ? own : others;
  const names = shownNames(resource, selection);
  const isHidden = (name: string): boolean =>
    !names.has(name) || (sight.isRestricted && resource.attributes[name]?.traits.personal === true);
  const changed = change.changed.filter((name) => !isHidden(name));
  return { ...change, changed, isOutOfSight: false };
}

/** Before it there was no record. */
const isCreation = ({ type }: ChangeOfRecord): boolean => /created$/.test(type);

/** The part of a change's attributes that have these names. */
function namedChanges(changes: PublishedChange["changes"], names: ReadonlySet<string>): PublishedChange["changes"] {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => names.has(name)));
}
