import { type Actor, actorTypes, type PublishedChange } from "../../../kernel/changes/change.ts";
import { integerKey, type RecordId } from "../../../kernel/key.ts";

/** A row of `changes`. */
export interface ChangeRow {
  id: number;
  resource: string;
  record_id: string;
  type: string;
  occurred_at: number;
  actor_type: string;
  actor_id: number | null;
  actor_name: string | null;
  request_id: string | null;
  changes: unknown;
}

/** Parses a row. */
export function publishedChange(account: number, row: ChangeRow): PublishedChange {
  return {
    id: row.id,
    account,
    resource: row.resource,
    recordId: recordIdOf(row.record_id),
    type: row.type,
    occurredAt: row.occurred_at,
    actor: actorOf(row),
    requestId: row.request_id ?? undefined,
    changes: changesOf(row.changes),
  };
}

/** A record's id as the API shows it. */
export const recordIdOf = (text: string): RecordId => integerKey.parse(text) ?? text;

function actorOf({ actor_type, actor_id, actor_name }: ChangeRow): Actor {
  const type = actorTypes.find((actorType) => actorType === actor_type);
  if (type === undefined) throw new Error(`Unknown actor type ${actor_type} in a stored change.`);
  return { type, id: actor_id ?? undefined, name: actor_name ?? undefined };
}

/** The stored changes; triggers write only this form (baseline/03_resources.sql). */
function changesOf(stored: unknown): PublishedChange["changes"] {
  if (typeof stored !== "object" || stored === null) throw new Error("A stored change is not an object.");
  return Object.fromEntries(
    Object.entries(stored).map(([name, pair]: [string, unknown]) => {
      if (!Array.isArray(pair)) throw new Error(`The stored change of ${name} is not a pair.`);
      const [before, after]: unknown[] = pair;
      return [name, [before, after] as const];
    }),
  );
}
