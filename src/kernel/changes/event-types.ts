import type { ResourceRegistry } from "../registry.ts";
import type { Resource } from "../resource.ts";
import { words } from "../route.ts";
import { mayAny, type Scope, withWriters } from "../scopes.ts";
import { aWord } from "../write/route-words.ts";

/**
 * What happens to a record by itself. One that has ended may be restored; one has left where it goes out of the sight of an application,
 * which is told so with its id alone.
 */
export type Happening = "created" | "updated" | "ended" | "restored" | "left";

/** A kind of event (events.md, The change): what `GET /event_types` lists, and what a webhook endpoint may ask for. */
export interface EventType {
  /** Such as `booking.created`. */
  readonly type: string;
  /** Whose record it tells of. */
  readonly resource: Resource;
  /** Undefined for changes of many rows that are told together, as of the record that they belong to. */
  readonly happening: Happening | undefined;
  /** Any of these scopes reads such events; the write scope of a read scope does too (`readsEvents`). */
  readonly readScopes: readonly Scope[];
  /** One sentence. */
  readonly description: string;
}

const known = new WeakMap<ResourceRegistry, readonly EventType[]>();

/** Every type of event that there is, resource by resource in the order of the registry: derived from the declarations. */
export function eventTypes(registry: ResourceRegistry): readonly EventType[] {
  const before = known.get(registry);
  if (before) return before;
  const types = registry.all().flatMap((resource) => typesTold(registry, resource));
  known.set(registry, types);
  return types;
}

/**
 * Whether changes of the resource's records are told, each by itself. Of several resources over one table, the one with its name tells, or
 * the first; nobody is told of what is computed or belongs to no account.
 */
export function tellsChanges(registry: ResourceRegistry, resource: Resource): boolean {
  if (resource.computed || resource.tenancy === "everyone" || resource.events === "none" || isSummed(resource))
    return false;
  const sharing = registry.all().filter(({ table, computed }) => table === resource.table && !computed);
  return (sharing.find(({ name, table }) => name === table) ?? sharing[0]) === resource;
}

/** The type of an event of a resource that tells its changes. Throws for an end or a return that its records do not have. */
export function eventTypeOf(resource: Resource, happening: Happening): string {
  const { deletion, events, singular } = resource;
  if (happening === "created" && typeof events === "object" && "created" in events) return events.created;
  if (happening === "created" || happening === "updated") return `${singular}.${happening}`;
  if (happening === "left") return `${singular}.deleted`;
  if (!deletion) throw new Error(`${resource.name} never end.`);
  if (happening === "ended") return `${singular}.${endingOf(deletion.column)}`;
  if (!deletion.comesBack) throw new Error(`${resource.name} never come back.`);
  return `${singular}.restored`;
}

/** Whether a token with these scopes may read events of a type at all; which of them, its records decide. */
export function readsEvents({ readScopes }: EventType, scopes: ReadonlySet<Scope>): boolean {
  return mayAny(scopes, withWriters(readScopes));
}

function typesTold(registry: ResourceRegistry, resource: Resource): EventType[] {
  const { deletion, events, readScopes, singular } = resource;
  if (isSummed(resource) && typeof events === "object" && "summed" in events) {
    const { summed: type, of, description } = events;
    const relation = resource.relations[of];
    if (relation?.kind !== "one") throw new Error(`${resource.name} has no relation ${of} to tell events of.`);
    const told = registry.get(relation.traits.target);
    return [{ type, resource: told, happening: undefined, readScopes, description }];
  }
  if (!tellsChanges(registry, resource)) return [];
  const type = (happening: Happening, what: string): EventType => ({
    type: eventTypeOf(resource, happening),
    resource,
    happening,
    readScopes,
    description: `${capitalized(aWord(singular))} ${what}.`,
  });
  return [
    type("created", "was created"),
    type("updated", "was changed"),
    ...(deletion ? [type("ended", `was ${words(endingOf(deletion.column))}`)] : []),
    ...(deletion?.column === "deleted_at" ? [] : [type("left", "is not shown any more: its id alone is told")]),
    ...(deletion?.comesBack ? [type("restored", `is no longer ${words(endingOf(deletion.column))}`)] : []),
  ];
}

const isSummed = ({ events }: Resource): boolean => typeof events === "object" && "summed" in events;

/** What has happened to a record whose column `canceled_at` is set: `canceled`. */
const endingOf = (column: string): string => column.replace(/_at$/, "");

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
