import type { Caller } from "../../../../kernel/access/caller.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import type { JobContext } from "../../../../kernel/write/jobs/job.ts";
import { scopeSet } from "../../../platform/access/access-token.ts";
import type { Resolve } from "../../../platform/outgoing/checked-target.ts";
import type { EndpointFacts } from "./leased-endpoint.ts";

/** What deliveries work with. */
export interface DeliveringContext
  extends Pick<JobContext, "scope" | "account" | "secrets" | "queries" | "privateFetch" | "localWebhooks" | "signal"> {
  /** When it began: epoch milliseconds. */
  readonly now: number;
  /** Aborted when no more is to be begun. */
  readonly ending?: AbortSignal | undefined;
  /** Queues the delivery to an endpoint, for a moment in epoch milliseconds. */
  readonly queue: (context: AccountTransaction, endpoint: number, runAt: number) => Promise<void>;
  /** How names are resolved; for tests. */
  readonly resolve?: Resolve;
}

/** Whose eyes an endpoint reads with: those of its application, with the scopes that it has now. Undefined when it has none. */
export function callerOf(
  account: number,
  facts: Pick<EndpointFacts, "application_id" | "scopes" | "of_account">,
): Caller | undefined {
  if (facts.scopes === null) return undefined;
  return {
    accounts: [account],
    application: facts.application_id,
    // By identity the same set for the same scopes, which is what compiled reads are found by.
    scopes: scopeSet(facts.scopes.toSorted().join(" ")),
    publishedOnly: false,
    ofAccount: facts.of_account,
  };
}
