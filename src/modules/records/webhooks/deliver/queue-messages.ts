import type { Caller } from "../../../../kernel/access/caller.ts";
import type { ChangeOfRecord } from "../../../../kernel/changes/change.ts";
import { visibleWithoutValues } from "../../../../kernel/changes/visible-changes.ts";
import type { QueryCache } from "../../../../kernel/read/query-cache.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { accessColumns, type EndpointAccess, withAccess } from "../endpoint/endpoint-access.ts";
import { readsType } from "../endpoint/readable-types.ts";
import { queueDelivery } from "../queue-delivery.ts";
import { callerOf } from "./delivering-context.ts";

/** The services that queueing uses. */
export type QueueingContext = AccountTransaction & { readonly queries: QueryCache };

/** An endpoint that may receive published changes. */
interface Listener extends EndpointAccess {
  readonly id: number;
  readonly event_types: string[] | null;
  /** A running delivery holds a lease and will see new messages. */
  readonly leased: boolean;
  /** Epoch milliseconds. */
  readonly held_until: number | null;
}

/**
 * Queues webhook messages for published changes, in the publishing transaction (events.md, Webhooks).
 * Each endpoint gets a message per change that it selects and may read, and one delivery. Without endpoints, changes are not read.
 */
export async function queueMessages(
  context: QueueingContext,
  readPublished: () => Promise<readonly ChangeOfRecord[]>,
): Promise<void> {
  const listeners = await listenersOf(context);
  if (listeners.length === 0) return;
  const published = await readPublished();
  for (const listener of listeners) {
    const caller = callerOf(context.account.id, listener);
    if (!caller) continue;
    const changes = await changesFor(context, caller, listener, published);
    if (changes.length === 0) continue;
    await insertMessages(context, listener.id, changes);
    if (!listener.leased) await queueDelivery(context, listener.id, listener.held_until ?? undefined);
  }
}

/** Locks the endpoints so that a concurrent release either sees these messages or waits (see `releaseEndpoint`). */
function listenersOf({ transaction, account }: AccountTransaction): Promise<Listener[]> {
  return transaction.rows<Listener>(
    `select endpoints.id, endpoints.event_types, ${accessColumns},
       coalesce(endpoints.leased_until > statement_timestamp(), false) as leased, endpoints.held_until
     from webhook_endpoints as endpoints ${withAccess}
     where endpoints.account_id = $1 and endpoints.enabled and endpoints.deleted_at is null
     order by endpoints.id for share of endpoints`,
    [account.id],
  );
}

/** The changes that an endpoint selects, its scopes permit, and its application can see. */
function changesFor(
  { transaction, queries }: QueueingContext,
  caller: Caller,
  { event_types: types }: Listener,
  published: readonly ChangeOfRecord[],
): Promise<ChangeOfRecord[]> {
  // Many changes share few types.
  const readableTypes = new Map<string, boolean>();
  const readable = published.filter(({ type, resource }) => {
    const cached = readableTypes.get(type);
    if (cached !== undefined) return cached;
    const isReadable = (types?.includes(type) ?? true) && readsType(queries.registry, caller, type, resource);
    readableTypes.set(type, isReadable);
    return isReadable;
  });
  return visibleWithoutValues({ database: transaction, queries, caller }, readable);
}

async function insertMessages(
  { transaction, account }: AccountTransaction,
  endpoint: number,
  changes: readonly ChangeOfRecord[],
): Promise<void> {
  const rows = changes.map((change) => ({
    change: change.id,
    type: change.type,
    resource: change.resource,
    record: String(change.recordId),
    at: new Date(change.occurredAt).toISOString(),
    changed: change.changed,
  }));
  await transaction.run(
    `insert into webhook_messages (account_id, endpoint_id, change_id, type, resource, record_id, occurred_at, changed)
     select $1, $2, change, type, resource, record, at, changed from jsonb_to_recordset($3::jsonb) as told (
       change bigint, type text, resource text, record text, at timestamptz, changed text[]
     ) order by change returning account_id`,
    [account.id, endpoint, JSON.stringify(rows)],
  );
}
