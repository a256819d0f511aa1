import { mayAny, type Scope, withWriters } from "../access/scopes.ts";
import type { ResourceRegistry } from "../registry.ts";
import type { Resource } from "../resource.ts";
import { words } from "../route.ts";
import { aWord } from "../write/route-words.ts";
import { recordedResources, recordingOf } from "./recorded.ts";

/**
 * What happens to a record. One has left where it goes out of the sight of an application, which is told so with its id alone; one has
 * changed where that follows from changes of others.
 */
export type Happening = "created" | "updated" | "ended" | "restored" | "left" | "changed";

/** A kind of event (events.md, The change): what `GET /event_types` lists, and what a webhook endpoint may ask for. */
export interface EventType {
  /** Such as `booking.created`. */
  readonly type: string;
  /** Whose record it tells of. */
  readonly resource: Resource;
  readonly happening: Happening;
  /** One sentence. */
  readonly description: string;
}

const known = new WeakMap<ResourceRegistry, readonly EventType[]>();

/** Every type of event that there is, resource by resource in the order of the registry: derived from the declarations. */
export function eventTypes(registry: ResourceRegistry): readonly EventType[] {
  const before = known.get(registry);
  if (before) return before;
  const recorded = new Set(recordedResources(registry));
  const types = registry.all().flatMap((resource) => {
    const changed = resource.toldAs ? [{ ...resource.toldAs, resource, happening: "changed" as const }] : [];
    return recorded.has(resource) ? [...typesOf(resource), ...changed] : changed;
  });
  known.set(registry, types);
  return types;
}

/** Whether a token with these scopes may read events of a type at all; which of them, its records decide. */
export function readsEvents({ resource }: EventType, scopes: ReadonlySet<Scope>): boolean {
  return mayAny(scopes, withWriters(resource.readScopes));
}

/** What is told of a resource whose changes are recorded. What the database names stands there the same (baseline/03_resources.sql). */
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
  const left = [type("left", "deleted", "is not shown any more: its id alone is told")];
  return [
    type("created", recordingOf(resource).created ?? "created", "was created"),
    type("updated", "updated", "was changed"),
    ...end,
    ...back,
    ...(ending === "deleted" ? [] : left),
  ];
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
