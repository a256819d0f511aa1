import type { Transaction } from "../../../../database/sql/transaction.ts";
import { notFound } from "../../../../kernel/errors.ts";

/** A webhook endpoint as an administrator sees it. Times are epoch milliseconds. */
export interface ListedEndpoint {
  readonly id: number;
  readonly account: number;
  readonly application: number;
  readonly applicationName: string;
  readonly url: string;
  readonly description: string | null;
  /** Null: all that its application may read. */
  readonly types: string[] | null;
  readonly enabled: boolean;
  /** `failing` or `gone` if Roost disabled it. */
  readonly disabledReason: string | null;
  readonly failingSince: number | null;
  /** Messages still to be sent. */
  readonly waiting: number;
  readonly lastAttemptAt: number | null;
  readonly createdAt: number;
}

/** Filters; all endpoints without any. */
export interface EndpointFilter {
  readonly application?: number | undefined;
  readonly endpoint?: number | undefined;
}

/** Lists endpoints by id. @param transaction in the scope of their accounts */
export async function listEndpoints(
  transaction: Transaction,
  { application, endpoint }: EndpointFilter,
): Promise<ListedEndpoint[]> {
  return transaction.rows<ListedEndpoint & Record<string, unknown>>(
    `select endpoint.id, endpoint.account_id as account, application_id as application, applications.name as "applicationName", url,
       description, event_types as types, enabled, disabled_reason as "disabledReason", failing_since as "failingSince", (
         select count(*) from webhook_messages as message
         where message.account_id = endpoint.account_id and endpoint_id = endpoint.id and delivered_at is null and given_up_at is null
       ) as waiting, (
         select max(attempt.created_at) from webhook_deliveries as attempt
         where attempt.account_id = endpoint.account_id and endpoint_id = endpoint.id
       ) as "lastAttemptAt", endpoint.created_at as "createdAt"
     from webhook_endpoints as endpoint join applications on applications.id = application_id
     where deleted_at is null and ($1::bigint is null or application_id = $1) and ($2::bigint is null or endpoint.id = $2)
     order by endpoint.id`,
    [application ?? null, endpoint ?? null],
  );
}

/** Reads one endpoint. @param transaction in the scope of all accounts that may own it @throws RequestError 404 */
export async function endpointWithId(transaction: Transaction, id: number): Promise<ListedEndpoint> {
  const [endpoint] = await listEndpoints(transaction, { endpoint: id });
  if (!endpoint) throw notFound(`Webhook endpoint ${id} not found.`);
  return endpoint;
}
