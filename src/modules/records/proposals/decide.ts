import { forbidden, invalid, type RequestError } from "../../../kernel/errors.ts";
import type { Outcome } from "../../../kernel/route.ts";
import type { ActedOn } from "../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { roleOf, scopesOfRole } from "../../platform/access/roles.ts";
import { type ProposedAction, proposal } from "./proposal.ts";
import { operationOf } from "./proposed-operations.ts";
import { mayRun, type Run, runProposed, stale } from "./run-proposed.ts";
import { isSealed } from "./seal.ts";

/** A locked proposal. */
type StoredProposal = {
  state: string;
  agent_token_id: number | null;
  proposed_by_user_id: number | null;
  action: ProposedAction;
  method: string;
  path: string;
  body: unknown;
  preview: unknown;
  record_version: string | null;
  outcome: Buffer;
  seal: Buffer;
  expires_at: number;
};

/**
 * Approves a proposal: runs its request in the approval's own transaction, if it still does exactly what the preview shows.
 * @throws RequestError 403 without a person or where the person's role may not do it; 422 for a decided, expired, changed or stale
 * proposal, and with the request's own problems
 */
export async function approveProposal(context: WriteContext, { id }: ActedOn): Promise<Outcome> {
  const { transaction, account } = context;
  const person = personOf(context);
  const stored = await readPending(context, id);
  const run = await runStored(context, stored);
  if (!run.outcome.equals(stored.outcome)) throw stale();
  await transaction.run(
    `update proposals set state = 'approved', booking_id = coalesce(booking_id, $4), ${decision}
     where account_id = $1 and id = $2 and state = 'pending'`,
    [account.id, id, person, run.booking],
  );
  return { shows: proposal, id };
}

/** Rejects a proposal. @throws RequestError 403 without a person; 422 for a decided or expired one */
export async function rejectProposal(context: WriteContext, { id }: ActedOn): Promise<Outcome> {
  const person = personOf(context);
  await readPending(context, id);
  await context.transaction.run(
    `update proposals set state = 'rejected', ${decision} where account_id = $1 and id = $2 and state = 'pending'`,
    [context.account.id, id, person],
  );
  return { shows: proposal, id };
}

/** SQL: who decided when, and the request that the audit's entries name too. */
const decision = `decided_at = statement_timestamp(), decided_by_user_id = $3, updated_at = statement_timestamp(),
  decided_request_id = nullif(current_setting('roost.request_id', true), '')`;

/** Only a signed-in person decides, and not as a part of other work that could undo it. @throws RequestError 403, 422 */
function personOf({ caller, isShared }: WriteContext): number {
  if (caller.user === undefined)
    throw forbidden("Only a person who is signed in to the console can decide on a proposal.");
  if (isShared) throw invalid({ base: ["must be decided in a separate request, not in an atomic bulk request"] });
  return caller.user;
}

/** @throws RequestError 422 for a proposal that was decided or has expired */
async function readPending({ transaction, account, now }: WriteContext, id: number): Promise<StoredProposal> {
  const stored = await transaction.row<StoredProposal>(
    `select state, agent_token_id, proposed_by_user_id, action, method, path, body, preview, record_version, outcome, seal, expires_at
     from proposals where account_id = $1 and id = $2`,
    [account.id, id],
  );
  if (!stored) throw new Error(`The locked proposal ${id} does not exist.`);
  if (stored.state === "expired" || (stored.state === "pending" && stored.expires_at <= now))
    throw invalid({ base: ["has expired. Ask the agent to propose it again"] });
  if (stored.state !== "pending") throw invalid({ base: [`is ${stored.state} and can no longer be changed`] });
  return stored;
}

/** @throws RequestError 422 for a changed row, an ended token or a changed record */
async function runStored(context: WriteContext, stored: StoredProposal): Promise<Run> {
  const { action, method, path, body, preview, outcome, seal } = stored;
  const {
    agent_token_id: agentToken,
    proposed_by_user_id: proposer,
    record_version: version,
    expires_at: expiresAt,
  } = stored;
  if (agentToken === null || proposer === null) throw ended();
  await assertMayStillPropose(context, agentToken, action);
  const parts = {
    account: context.account.id,
    agentToken,
    proposer,
    action,
    method,
    path,
    body,
    preview,
    version,
    outcome,
  };
  if (!isSealed(context.secrets, seal, { ...parts, expiresAt }) || operationOf(action).method !== method)
    throw invalid({ base: ["was changed after the agent proposed it, and cannot be approved"] });
  return runProposed(context, { action, path, body, proposer }, version);
}

/**
 * A separate statement: tokens are not stored with their accounts.
 * @throws RequestError 422 for an ended token, or where its person left the account or lost the role for this
 */
async function assertMayStillPropose(
  { transaction, account }: WriteContext,
  token: number,
  action: ProposedAction,
): Promise<void> {
  const row = await transaction.row<{ role: string }>(
    `select memberships.role from agent_tokens
     join agent_token_accounts as reached on reached.agent_token_id = agent_tokens.id and reached.account_id = $2
     join memberships on memberships.account_id = $2 and memberships.user_id = agent_tokens.user_id
     where agent_tokens.id = $1 and may_propose and revoked_at is null and (expires_at is null or expires_at > now())`,
    [token, account.id],
  );
  if (!row) throw ended();
  if (!mayRun(scopesOfRole(roleOf(row.role)), operationOf(action)))
    throw invalid({ base: ["is from a person whose role no longer allows it"] });
}

const ended = (): RequestError => invalid({ base: ["is from an agent whose token has ended"] });
