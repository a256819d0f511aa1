import type { Caller } from "../../kernel/caller.ts";
import type { PublishedChange } from "../../kernel/changes/change.ts";
import { eventTypes, readsEvents } from "../../kernel/changes/event-types.ts";
import { readSeenIds, seesEveryRecord } from "../../kernel/read/seen-records.ts";
import type { ResourceRegistry } from "../../kernel/registry.ts";
import type { AccountTransaction } from "../../kernel/write/context.ts";
import { callerOf } from "./delivering-context.ts";
import { isOfAccount, presentScopes, withAccess } from "./endpoint-access.ts";
import { queueDelivery } from "./queue-delivery.ts";
import { shownNames } from "./shown-names.ts";

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

/** A change as one endpoint is told of it. */
interface Told {
  readonly change: PublishedChange;
  /** Names that its application is shown. */
  readonly changed: readonly string[];
}

/**
 * Queues what the account's webhook endpoints are told of published changes, in the transaction that publishes them (events.md, Webhooks):
 * a message for each change that an endpoint asks for and may read, and one delivery for each endpoint. An account without endpoints costs
 * one look.
 */
export async function queueMessages(
  context: AccountTransaction & { readonly registry: ResourceRegistry },
  published: readonly PublishedChange[],
): Promise<void> {
  if (published.length === 0) return;
  for (const listener of await listenersOf(context)) {
    const caller = callerOf(context.account.id, listener);
    if (!caller) continue;
    const wanted = published.filter(({ type }) => listener.event_types?.includes(type) ?? true);
    const told = await seenBy(context, caller, toldTo(context.registry, caller, wanted));
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

/** What the scopes let through. A change of nothing that is shown is none. */
function toldTo(registry: ResourceRegistry, { scopes }: Caller, published: readonly PublishedChange[]): Told[] {
  const types = new Map(eventTypes(registry).map((type) => [type.type, type]));
  return published.flatMap((change) => {
    const type = types.get(change.type);
    if (!type || !readsEvents(type, scopes)) return [];
    const changed = shownNames(registry.get(change.resource), scopes, Object.keys(change.changes));
    return type.happening === "updated" && changed.length === 0 ? [] : [{ change, changed }];
  });
}

/** What remains where the application does not see every record of a resource. */
async function seenBy(
  { transaction, registry }: AccountTransaction & { readonly registry: ResourceRegistry },
  caller: Caller,
  told: readonly Told[],
): Promise<readonly Told[]> {
  const hidden = new Set<Told>();
  for (const [name, of] of Map.groupBy(told, ({ change }) => change.resource)) {
    const resource = registry.get(name);
    if (seesEveryRecord(resource, caller.scopes)) continue;
    const ids = new Set(of.map(({ change }) => change.recordId));
    const seen = await readSeenIds(transaction, caller, resource, [...ids]);
    for (const one of of) if (!seen.has(String(one.change.recordId))) hidden.add(one);
  }
  return hidden.size === 0 ? told : told.filter((one) => !hidden.has(one));
}

async function insertMessages(
  { transaction, account }: AccountTransaction,
  endpoint: number,
  told: readonly Told[],
): Promise<void> {
  const rows = told.map(({ change, changed }) => ({
    change: change.id,
    type: change.type,
    resource: change.resource,
    record: String(change.recordId),
    at: new Date(change.occurredAt).toISOString(),
    changed,
  }));
  await transaction.run(
    `insert into webhook_messages (account_id, endpoint_id, change_id, type, resource, record_id, occurred_at, changed)
     select $1, $2, change, type, resource, record, at, changed from jsonb_to_recordset($3::jsonb) as told (
       change bigint, type text, resource text, record text, at timestamptz, changed text[]
     ) order by change`,
    [account.id, endpoint, JSON.stringify(rows)],
  );
}
