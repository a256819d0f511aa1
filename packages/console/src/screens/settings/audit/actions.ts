import type { Resource } from "@roost/client";
import { rankOf } from "./things.ts";

export type AuditEntry = Resource<"audit_entries">;

/** An action: the changes of one request, newest first. */
export interface Action {
  /** The change that names it. */
  readonly main: AuditEntry;
  readonly others: readonly AuditEntry[];
  readonly booking: number | undefined;
  readonly rental: number | undefined;
}

/** Changes without a request, such as a job's, belong together when they were made within this time. */
const momentMs = 1000;

/** Groups the newest-first changes by request, or by actor and moment. */
export function actionsOf(entries: readonly AuditEntry[]): Action[] {
  const groups: AuditEntry[][] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && isTogether(last, entry)) group.push(entry);
    else groups.push([entry]);
  }
  return groups.flatMap(actionOf);
}

function isTogether(one: AuditEntry, other: AuditEntry): boolean {
  const isSameActor =
    one.actor.type === other.actor.type && one.actor.id === other.actor.id && one.actor.name === other.actor.name;
  if (!isSameActor || one.request_id !== other.request_id) return false;
  return one.request_id !== null || Date.parse(one.occurred_at) - Date.parse(other.occurred_at) < momentMs;
}

function actionOf(group: readonly AuditEntry[]): Action[] {
  const [main, ...others] = group.toSorted((one, other) => weight(one) - weight(other) || one.id - other.id);
  if (!main) return [];
  const first = (resource: string, attribute: string) =>
    [main, ...others].map((entry) => idIn(entry, resource, attribute)).find((id) => id !== undefined);
  return [{ main, others, booking: first("bookings", "booking_id"), rental: first("rentals", "rental_id") }];
}

/** A derived update, such as a booking's new balance after a payment, never names an action that adds or removes a record. */
function weight({ type, resource }: AuditEntry): number {
  return (type.endsWith(".updated") || resource === "availabilities" ? 1000 : 0) + rankOf(resource);
}

/** The id of the record that a change is of, or that it refers to. */
function idIn({ resource, record_id, changes }: AuditEntry, named: string, attribute: string): number | undefined {
  const [before, after] = changes[attribute] ?? [];
  const id = Number(resource === named ? record_id : (after ?? before));
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
