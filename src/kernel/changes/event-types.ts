import { mayAny, type Scope, withWriters } from "../access/scopes.ts";
import type { ResourceRegistry } from "../registry.ts";
import type { Resource } from "../resource.ts";
import { words } from "../route.ts";
import { aWord } from "../write/route-words.ts";
import { recordedResources, recordingOf } from "./recorded.ts";

/**
 * A record's event. "left": it leaves an application's view, which receives its id alone. "changed": the change follows from
 * changes of other records.
 */
export type Happening = "created" | "updated" | "ended" | "restored" | "left" | "changed";

/** An event type (events.md, The change), as `GET /event_types` lists it and a webhook endpoint subscribes to it. */
export interface EventType {
  /** Such as `booking.created`. */
  readonly type: string;
  /** The resource of the record. */
  readonly resource: Resource;
  readonly happening: Happening;
  /** One sentence. */
  readonly description: string;
}

const cache = new WeakMap<ResourceRegistry, readonly EventType[]>();

/** All event types, in registry order, derived from the declarations. */
export function eventTypes(registry: ResourceRegistry): readonly EventType[] {
  const cached = cache.get(registry);
  if (cached) return cached;
  const recorded = new Set(recordedResources(registry));
  const types = registry.all().flatMap((resource) => {
    const changed = resource.derivedEvents.map((event) => ({ ...event, resource, happening: "changed" as const }));
    return recorded.has(resource) ? [...typesOf(resource), ...changed] : changed;
  });
  cache.set(registry, types);
  return types;
}

/** Whether a token with these scopes may read events of a type. Each record's visibility is checked separately. */
export function readsEvents({ resource }: EventType, scopes: ReadonlySet<Scope>): boolean {
  return mayAny(scopes, withWriters(resource.readScopes));
}

/** The event types of a recorded resource. The database's triggers use the same names (baseline/03_resources.sql). */
function typesOf(resource: Resource): EventType[] {
  const { deletion, singular } = resource;
  const type = (happening: Happening, name: string, what: string): EventType => ({
    type: name.includes(".") ? name : `${singular}.${name}`,
    resource,
    happening,
    description: `${capitalized(aWord(singular))} ${what}.`,
  });
  const ending = deletion?.column.replace(/_at$/, "");
  const end = ending === undefined ? [] : [type("ended", ending, `was ${words(ending)}`)];
  const back = ending === undefined ? [] : [type("restored", "restored", `is no longer ${words(ending)}`)];
  const left = [type("left", "deleted", "is no longer visible. The event carries its id alone")];
  return [
    type("created", recordingOf(resource).created ?? "created", "was created"),
    type("updated", "updated", "was changed"),
    ...end,
    ...back,
    ...(ending === "deleted" ? [] : left),
  ];
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
