import type { Caller } from "../../../../kernel/access/caller.ts";
import { mayAny, withWriters } from "../../../../kernel/access/scopes.ts";
import { eventTypes, readsEvents } from "../../../../kernel/changes/event-types.ts";
import type { ResourceRegistry } from "../../../../kernel/registry.ts";

/** The type under which a record is told that is not seen any more, whatever happened to it. */
export const goneType = (singular: string): string => `${singular}.deleted`;

/** Whether a caller may read events of a type at all; that a record left its sight, whoever reads the resource. */
export function readsType(registry: ResourceRegistry, { scopes }: Caller, type: string, name: string): boolean {
  const known = eventTypes(registry).find((one) => one.type === type);
  if (known) return readsEvents(known, scopes);
  const resource = registry.get(name);
  return type === goneType(resource.singular) && mayAny(scopes, withWriters(resource.readScopes));
}
