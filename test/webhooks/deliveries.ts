import { resources } from "../../src/app/registry.ts";
import type { Scope } from "../../src/kernel/access/scopes.ts";
import type { ChangeOfRecord } from "../../src/kernel/changes/change.ts";
import { QueryCache } from "../../src/kernel/read/query-cache.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";
import { publishChanges, readPublished } from "../../src/modules/records/events/publish-changes.ts";
import { deliverWaiting } from "../../src/modules/records/webhooks/deliver/deliver-waiting.ts";
import type { DeliveringContext } from "../../src/modules/records/webhooks/deliver/delivering-context.ts";
import { queueMessages } from "../../src/modules/records/webhooks/deliver/queue-messages.ts";
import { type ApiClient, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { testSecrets } from "../harness/secrets.ts";
import type { TestService } from "../harness/service.ts";
import { aReceiver, type Receiver } from "./receiver.ts";

const registry = new ResourceRegistry(resources);
const queries = new QueryCache(registry);

/** An account with a webhook endpoint and its own clock. */
export interface Place {
  readonly client: ApiClient;
  readonly receiver: Receiver;
  readonly endpoint: number;
  readonly clock: { now: number };
  /** Publishes changes in one transaction. */
  publish(...changes: readonly Partial<ChangeOfRecord>[]): Promise<void>;
  /** Publishes the written changes, as the service does. */
  publishWritten(): Promise<void>;
  /** Runs the endpoint's delivery job once, now. */
  deliver(more?: Partial<DeliveringContext>): Promise<void>;
  /** The times of the endpoint's queued deliveries, in epoch milliseconds. */
  queuedFor(): Promise<number[]>;
  /** The endpoint as its application sees it. */
  shown(): Promise<Json>;
  /** Every attempt, in order. */
  attempts(query?: string): Promise<Json[]>;
}

let changes = 0;

/** @param options.attributes the endpoint's attributes @param options.client whoever creates it; by default an application */
export async function aPlace(
  service: TestService,
  options: {
    readonly scopes?: readonly Scope[];
    readonly attributes?: Json;
    readonly receiver?: Receiver;
    readonly client?: ApiClient;
  } = {},
): Promise<Place> {
  const client =
    options.client ??
    (await service.aClient(await service.anAccount(), options.scopes ? { scopes: options.scopes } : {}));
  const { account } = client;
  const clock = { now: Date.now() };
  const receiver = options.receiver ?? (await aReceiver(() => clock.now));
  const made = await client.post("/webhook_endpoints", {
    webhook_endpoints: [{ url: receiver.url, ...options.attributes }],
  });
  const { id, secret } = recordOf(made, "webhook_endpoints");
  receiver.holds(String(secret));
  const endpoint = Number(id);
  const scope = service.database.within([account]);
  return {
    ...{ client, receiver, endpoint, clock },
    publish: (...published) =>
      scope.transaction((transaction) =>
        queueMessages({ transaction, account: { id: account }, queries }, async () =>
          published.map((change) => ({
            id: ++changes,
            account,
            resource: "rentals",
            recordId: 1,
            type: "rental.updated",
            occurredAt: clock.now,
            changed: ["name"],
            ...change,
          })),
        ),
      ),
    publishWritten: () =>
      scope.transaction(async (transaction) => {
        const of = { transaction, account: { id: account } };
        const published = await publishChanges(of);
        if (published) await queueMessages({ ...of, queries }, () => readPublished(of, published));
      }),
    deliver: (more = {}) =>
      deliverWaiting(
        {
          ...{ scope, account, secrets: testSecrets, queries, privateFetch: [], localWebhooks: true },
          ...{ signal: new AbortController().signal, now: clock.now },
          queue: async ({ transaction }, of, runAt) => {
            await transaction.run(
              "select queue_job('deliver webhooks', $1, $2::json, 25, $3, to_timestamp($4::double precision / 1000))",
              [account, JSON.stringify({ endpoint: of }), String(of), runAt],
            );
          },
          ...more,
        },
        endpoint,
      ),
    async queuedFor() {
      const rows = await service.sql(
        `select extract(epoch from run_at) * 1000 as due from graphile_worker._private_jobs
         where payload ->> 'account' = $1 and payload -> 'payload' ->> 'endpoint' = $2 order by 1`,
        [String(account), String(endpoint)],
      );
      return rows.map(({ due }) => Number(due));
    },
    shown: async () => recordOf(await client.get(`/webhook_endpoints/${endpoint}`), "webhook_endpoints"),
    attempts: async (query = "") =>
      recordsOf(await client.get(`/webhook_deliveries?endpoint_id=${endpoint}${query}`), "webhook_deliveries"),
  };
}
