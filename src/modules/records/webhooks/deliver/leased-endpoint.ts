import { randomUUID } from "node:crypto";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { JobContext } from "../../../../kernel/write/jobs/job.ts";
import { accessColumns, type EndpointAccess, withAccess } from "../endpoint/endpoint-access.ts";

/** The exclusive right to deliver to an endpoint, for 30 seconds. */
export interface Lease {
  readonly endpoint: number;
  readonly id: string;
}

/** An endpoint's current data for delivery. Times are epoch milliseconds. */
export interface EndpointFacts extends EndpointAccess {
  readonly url: string;
  readonly enabled: boolean;
  readonly deleted: boolean;
  readonly sealed_secret: Buffer;
  readonly sealed_former_secret: Buffer | null;
  readonly former_secret_until: number | null;
  readonly failing_since: number | null;
  readonly held_until: number | null;
}

type LeaseContext = Pick<JobContext, "scope" | "account">;

/** Acquires an endpoint. @returns the other holder's expiry (epoch milliseconds) if it is leased, undefined if it does not exist */
export function acquireLease({ scope, account }: LeaseContext, endpoint: number): Promise<Lease | number | undefined> {
  return scope.transaction(async (transaction) => {
    const id = randomUUID();
    const taken = await transaction.run(
      `update webhook_endpoints set lease = $3, leased_until = statement_timestamp() + interval '30 seconds'
       where account_id = $1 and id = $2 and (leased_until is null or leased_until <= statement_timestamp())`,
      [account, endpoint, id],
    );
    if (taken > 0) return { endpoint, id };
    const leased = await transaction.row<{ leased_until: number | null }>(
      "select leased_until from webhook_endpoints where account_id = $1 and id = $2",
      [account, endpoint],
    );
    return leased?.leased_until ?? undefined;
  });
}

/** Extends a lease by 30 seconds and reads the endpoint. @returns undefined if another process holds it now */
export function renewLease(
  transaction: Transaction,
  account: number,
  { endpoint, id }: Lease,
): Promise<EndpointFacts | undefined> {
  return transaction.row<EndpointFacts>(
    `with endpoints as (
       update webhook_endpoints set leased_until = statement_timestamp() + interval '30 seconds'
       where account_id = $1 and id = $2 and lease = $3 returning *
     )
     select endpoints.url, endpoints.enabled, endpoints.deleted_at is not null as deleted, ${accessColumns},
       endpoints.sealed_secret, endpoints.sealed_former_secret,
       endpoints.former_secret_until, endpoints.failing_since, endpoints.held_until
     from endpoints ${withAccess}`,
    [account, endpoint, id],
  );
}

/** Releases a lease. Messages queued from now on queue their own delivery. */
export async function releaseLease(transaction: Transaction, account: number, { endpoint, id }: Lease): Promise<void> {
  await transaction.run(
    "update webhook_endpoints set lease = null, leased_until = null where account_id = $1 and id = $2 and lease = $3",
    [account, endpoint, id],
  );
}
