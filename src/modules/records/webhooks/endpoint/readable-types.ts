import type { Caller } from "../../../../kernel/access/caller.ts";
import { mayAny, withWriters } from "../../../../kernel/access/scopes.ts";
import { eventTypes, readsEvents } from "../../../../kernel/changes/event-types.ts";
import type { ResourceRegistry } from "../../../../kernel/registry.ts";

/** The event type that reports a record as deleted, also when it merely became invisible. */
export const goneType = (singular: string): string => `${singular}.deleted`;

/** Whether a caller may read events of a type. All readers of a resource may read that a record became invisible. */
export function readsType(registry: ResourceRegistry, { scopes }: Caller, type: string, name: string): boolean {
  const eventType = eventTypes(registry).find((one) => one.type === type);
  if (eventType) return readsEvents(eventType, scopes);
  const resource = registry.get(name);
  return type === goneType(resource.singular) && mayAny(scopes, withWriters(resource.readScopes));
}
