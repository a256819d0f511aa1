import type { PublishedChange } from "../../../kernel/changes/change.ts";
import { formatInstant } from "../../../kernel/values/time.ts";

/** An event's JSON text. @param record its record as a JSON text or `null`; absent if not requested */
export function eventJson({ occurredAt, actor, ...change }: PublishedChange, record?: string): string {
  const event = JSON.stringify({
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
  return record === undefined ? event : `${event.slice(0, -1)},"record":${record}}`;
}
