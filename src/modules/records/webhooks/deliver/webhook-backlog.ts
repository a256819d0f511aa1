import type { Database } from "../../../../database/connect/database.ts";

/** Undelivered messages of all accounts. */
export interface WebhookBacklog {
  /** Messages to enabled endpoints. */
  readonly pending: number;
  /** Age of the oldest in seconds; 0 if there is none. */
  readonly oldestAge: number;
}

/** Counts waiting messages for the operator. Accounts never see these numbers. */
export function webhookBacklog(database: Pick<Database, "transaction">): Promise<WebhookBacklog> {
  return database.transaction(async (transaction) => {
    const accounts = await transaction.rows<{ id: number }>("select id from accounts");
    await transaction.enter(accounts.map(({ id }) => id));
    const found = await transaction.row<{ pending: number; oldest_age: number }>(
      `select count(*)::integer as pending,
         coalesce(extract(epoch from now() - min(message.created_at)), 0)::double precision as oldest_age
       from webhook_messages as message
       join webhook_endpoints as endpoint on endpoint.account_id = message.account_id and endpoint.id = message.endpoint_id
       where message.delivered_at is null and message.given_up_at is null and endpoint.enabled and endpoint.deleted_at is null`,
    );
    return { pending: found?.pending ?? 0, oldestAge: found?.oldest_age ?? 0 };
  }, "read");
}
