import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import type { Caller } from "../../../kernel/access/caller.ts";
import type { Secrets } from "../../../kernel/access/secrets.ts";
import { ApplicationCache } from "../../../kernel/application-cache.ts";
import { invalid } from "../../../kernel/errors.ts";
import type { FileStore } from "../../../kernel/files/files.ts";
import type { ResourceRegistry } from "../../../kernel/registry.ts";
import { type OutgoingRules, readAccountSettings } from "../../../kernel/write/context.ts";
import { operationOf, type ProposedRequest } from "./proposed-operations.ts";
import { type Run, runProposed } from "./run-proposed.ts";
import { sealOf } from "./seal.ts";

/** The time in which a proposal can be approved. */
export const validMs = 600_000;

/** Pending proposals of an account. */
const maxPending = 50;

/** The input of a dry run. */
export interface ProposingDependencies {
  /** The database, scoped to the account, on behalf of the agent. */
  readonly scope: AccountScope;
  readonly registry: ResourceRegistry;
  readonly secrets: Secrets;
  readonly files: FileStore;
  readonly outgoing: OutgoingRules;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The agent that proposes. */
export interface Proposer {
  readonly tokenId: number;
  readonly prefix: string;
  /** Calls with the current role of the token's user. */
  readonly caller: Caller & { readonly user: number };
}

/** A stored proposal. */
export interface MadeProposal extends Pick<Run, "preview"> {
  readonly id: number;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Ends a dry run: its transaction rolls back. */
class DryRunEnded extends Error {
  readonly run: Run;

  constructor(run: Run) {
    super("The dry run ended.");
    this.run = run;
  }
}

/**
 * Runs a request without effect and stores it as a proposal with its preview, for a person to approve.
 * @throws RequestError 403, 404 or 422 as the request itself would, and 422 with too many pending proposals
 */
export async function createProposal(
  dependencies: ProposingDependencies,
  { tokenId, prefix, caller }: Proposer,
  { action, path, body }: Omit<ProposedRequest, "proposer">,
): Promise<MadeProposal> {
  const { scope, secrets, now } = dependencies;
  const [account] = caller.accounts;
  const request = { action, path, body, proposer: caller.user };
  const run = await dryRun(dependencies, caller, request);
  const { method } = operationOf(action);
  const expiresAt = now + validMs;
  const { preview, outcome, version } = run;
  const seal = sealOf(secrets, {
    ...{ account, agentToken: tokenId, proposer: caller.user, action, method, path, body, preview, version, outcome },
    expiresAt,
  });
  const subject = subjectOf(request, run);
  const id = await scope.transaction(async (transaction) => {
    await transaction.row<{ id: number }>("select id from accounts where id = $1 for no key update", [account]);
    const pending = await transaction.row<{ count: number }>(
      "select count(*) as count from proposals where account_id = $1 and state = 'pending' and expires_at > to_timestamp($2::double precision / 1000)",
      [account, now],
    );
    if ((pending?.count ?? 0) >= maxPending)
      throw invalid({ base: [`${maxPending} proposals are waiting. A person must decide on them first`] });
    const rental = subject.rental ?? (await rentalOf(transaction, account, subject.booking));
    const made = await transaction.row<{ id: number }>(
      `insert into proposals (account_id, agent_token_id, agent_prefix, proposed_by_user_id, action, method, path, body, preview,
         record_version, outcome, seal, expires_at, rental_id, booking_id, conversation_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9::jsonb, $10, $11, $12, $13, $14, $15, $16)
       returning id`,
      [
        ...[account, tokenId, prefix, caller.user, action, method, path, JSON.stringify(body), JSON.stringify(preview)],
        ...[version, outcome, seal, new Date(expiresAt).toISOString()],
        ...[rental, subject.booking, subject.conversation],
      ],
    );
    if (!made) throw new Error("The insert into proposals returned no id.");
    return made.id;
  });
  return { id, preview, expiresAt };
}

async function dryRun(
  { scope, registry, secrets, files, outgoing, now }: ProposingDependencies,
  caller: Caller,
  request: ProposedRequest,
): Promise<Run> {
  try {
    await scope.transaction(async (transaction) => {
      const account = await readAccountSettings(transaction, caller.accounts[0]);
      const context = { transaction, caller, account, registry, secrets, files, outgoing, now };
      const run = await runProposed({ ...context, cache: new ApplicationCache(), repeat: undefined }, request);
      throw new DryRunEnded(run);
    }, "read, then write");
  } catch (error) {
    if (error instanceof DryRunEnded) return error.run;
    throw error;
  }
  throw new Error("A dry run was committed.");
}

/** The rental of a booking that does not move to another one. */
async function rentalOf(transaction: Transaction, account: number, booking: number | null): Promise<number | null> {
  if (booking === null) return null;
  const row = await transaction.row<{ rental_id: number }>(
    "select rental_id from bookings where account_id = $1 and id = $2",
    [account, booking],
  );
  return row?.rental_id ?? null;
}

/** The records that a proposal is listed with. A new booking has none yet. */
function subjectOf({ action, path }: ProposedRequest, { booking, preview }: Run) {
  const named = (name: string): number | null => {
    const ids = preview.changes.map(({ changes }) => changes[name]?.[1]).filter((id) => typeof id === "number");
    return ids[0] ?? null;
  };
  const isOfBooking = path.startsWith("/bookings/");
  return {
    rental: named("rental_id"),
    booking: isOfBooking ? booking : null,
    conversation: action === "answer" ? named("conversation_id") : null,
  };
}
