import { randomUUID } from "node:crypto";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { JobContext } from "../../../../kernel/write/jobs/job.ts";
import { isOfAccount, presentScopes, withAccess } from "../endpoint/endpoint-access.ts";

/** An endpoint to which we alone deliver, for the next half minute. */
export interface Lease {
  readonly endpoint: number;
  readonly id: string;
}

/** What of an endpoint a delivery needs, as it is now. Moments are epoch milliseconds. */
export interface EndpointFacts {
  readonly url: string;
  readonly enabled: boolean;
  readonly deleted: boolean;
  readonly application_id: number;
  /** Null: it may read nothing any more. */
  readonly scopes: string[] | null;
  readonly of_account: boolean;
  readonly sealed_secret: Buffer;
  readonly sealed_former_secret: Buffer | null;
  readonly former_secret_until: number | null;
  readonly failing_since: number | null;
  readonly held_until: number | null;
}

type LeaseContext = Pick<JobContext, "scope" | "account">;

/** Takes an endpoint. @returns until when somebody else has it (epoch milliseconds), or undefined where there is none */
export function takeLease({ scope, account }: LeaseContext, endpoint: number): Promise<Lease | number | undefined> {
  return scope.transaction(async (transaction) => {
    const id = randomUUID();
    const taken = await transaction.run(
      `update webhook_endpoints set lease = $3, leased_until = clock_timestamp() + interval '30 seconds'
       where account_id = $1 and id = $2 and (leased_until is null or leased_until <= clock_timestamp())`,
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

/** Keeps an endpoint for another half minute, and reads what it is now. @returns undefined when somebody else has it meanwhile */
export function renewLease(
  transaction: Transaction,
  account: number,
  { endpoint, id }: Lease,
): Promise<EndpointFacts | undefined> {
  return transaction.row<EndpointFacts>(
    `with endpoints as (
       update webhook_endpoints set leased_until = clock_timestamp() + interval '30 seconds'
       where account_id = $1 and id = $2 and lease = $3 returning *
     )
     select endpoints.url, endpoints.enabled, endpoints.deleted_at is not null as deleted, endpoints.application_id,
       ${presentScopes} as scopes, ${isOfAccount} as of_account, endpoints.sealed_secret, endpoints.sealed_former_secret,
       endpoints.former_secret_until, endpoints.failing_since, endpoints.held_until
     from endpoints ${withAccess}`,
    [account, endpoint, id],
  );
}

/** Gives it back. Whoever queues a message from now on sees that nobody delivers. */
export async function endLease(transaction: Transaction, account: number, { endpoint, id }: Lease): Promise<void> {
  await transaction.run(
    "update webhook_endpoints set lease = null, leased_until = null where account_id = $1 and id = $2 and lease = $3",
    [account, endpoint, id],
  );
}
