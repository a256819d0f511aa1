import type { Caller } from "../../../../kernel/access/caller.ts";
import { isScope } from "../../../../kernel/access/scopes.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import type { JobContext } from "../../../../kernel/write/jobs/job.ts";
import { scopeSet } from "../../../platform/access/access-token.ts";
import { roleOf, scopesOfRole } from "../../../platform/access/roles.ts";
import type { Resolve } from "../../../platform/outgoing/checked-target.ts";
import type { EndpointAccess } from "../endpoint/endpoint-access.ts";

/** The services that deliveries use. */
export interface DeliveringContext
  extends Pick<JobContext, "scope" | "account" | "secrets" | "queries" | "privateFetch" | "localWebhooks" | "signal"> {
  /** Start: epoch milliseconds. */
  readonly now: number;
  /** Aborted when no further message may start. */
  readonly ending?: AbortSignal | undefined;
  /** Queues an endpoint's delivery for an epoch millisecond. */
  readonly queue: (context: AccountTransaction, endpoint: number, runAt: number) => Promise<void>;
  /** Resolves host names; for tests. */
  readonly resolve?: Resolve;
}

/** The caller as which an endpoint reads: its application with its current scopes. Undefined if it has none. */
export function callerOf(account: number, facts: EndpointAccess): Caller | undefined {
  const scopes = heldScopes(facts);
  if (scopes === null) return undefined;
  return {
    accounts: [account],
    application: facts.application_id,
    // The same set instance for the same scopes: compiled reads are cached by identity.
    scopes: scopeSet(scopes.toSorted().join(" ")),
    publishedOnly: false,
    ofAccount: facts.of_account,
  };
}

/** A person's endpoint reads at most what their role reads now. */
function heldScopes({ scopes, user_id: user, role }: EndpointAccess): string[] | null {
  if (scopes === null || user === null) return scopes;
  if (role === null) return null;
  const ofRole = scopesOfRole(roleOf(role));
  return scopes.filter((scope) => isScope(scope) && ofRole.has(scope));
}
