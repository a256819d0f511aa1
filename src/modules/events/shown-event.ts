import type { PublishedChange } from "../../kernel/changes/change.ts";
import { formatInstant } from "../../kernel/values/time.ts";

/** The JSON text of an event. */
export function eventJson({ occurredAt, actor, ...change }: PublishedChange): string {
  return JSON.stringify({
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
}
