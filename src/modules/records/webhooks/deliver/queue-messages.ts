import type { Caller } from "../../../../kernel/access/caller.ts";
import type { ChangeOfRecord } from "../../../../kernel/changes/change.ts";
import { visibleWithoutValues } from "../../../../kernel/changes/visible-changes.ts";
import type { QueryCache } from "../../../../kernel/read/query-cache.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { isOfAccount, presentScopes, withAccess } from "../endpoint/endpoint-access.ts";
import { readsType } from "../endpoint/readable-types.ts";
import { queueDelivery } from "../queue-delivery.ts";
import { callerOf } from "./delivering-context.ts";

/** What messages are queued with. */
export type QueueingContext = AccountTransaction & { readonly queries: QueryCache };

/** An endpoint that may be told of something. */
interface Listener {
  readonly id: number;
  readonly application_id: number;
  readonly event_types: string[] | null;
  readonly scopes: string[] | null;
  readonly of_account: boolean;
  /** Somebody delivers to it now, and sees what comes. */
  readonly leased: boolean;
  /** Epoch milliseconds. */
  readonly held_until: number | null;
}

/**
 * Queues what the account's webhook endpoints are told of published changes, in the transaction that publishes them (events.md, Webhooks):
 * a message for each change that an endpoint asks for and may read, and one delivery for each endpoint. An account without endpoints costs
 * one look, and the changes are not read.
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
    const told = await toldTo(context, caller, listener, published);
    if (told.length === 0) continue;
    await insertMessages(context, listener.id, told);
    if (!listener.leased) await queueDelivery(context, listener.id, listener.held_until ?? undefined);
  }
}

/** Locked, so that whoever gives an endpoint back at this moment sees what is queued, or is seen (see `leaveEndpoint`). */
function listenersOf({ transaction, account }: AccountTransaction): Promise<Listener[]> {
  return transaction.rows<Listener>(
    `select endpoints.id, endpoints.application_id, endpoints.event_types, ${presentScopes} as scopes, ${isOfAccount} as of_account,
       coalesce(endpoints.leased_until > clock_timestamp(), false) as leased, endpoints.held_until
     from webhook_endpoints as endpoints ${withAccess}
     where endpoints.account_id = $1 and endpoints.enabled and endpoints.deleted_at is null
     order by endpoints.id for share of endpoints`,
    [account.id],
  );
}

/** What the endpoint asks for, its scopes let through, and its application sees. */
function toldTo(
  { transaction, queries }: QueueingContext,
  caller: Caller,
  { event_types: types }: Listener,
  published: readonly ChangeOfRecord[],
): Promise<ChangeOfRecord[]> {
  // Many changes are of few types.
  const told = new Map<string, boolean>();
  const readable = published.filter(({ type, resource }) => {
    const known = told.get(type);
    if (known !== undefined) return known;
    const isTold = (types?.includes(type) ?? true) && readsType(queries.registry, caller, type, resource);
    told.set(type, isTold);
    return isTold;
  });
  return visibleWithoutValues({ database: transaction, queries, caller }, readable);
}

async function insertMessages(
  { transaction, account }: AccountTransaction,
  endpoint: number,
  told: readonly ChangeOfRecord[],
): Promise<void> {
  const rows = told.map((change) => ({
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
     ) order by change`,
    [account.id, endpoint, JSON.stringify(rows)],
  );
}
