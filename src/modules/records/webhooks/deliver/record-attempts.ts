import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { type Attempt, outcomeOf } from "../attempt.ts";
import { disableEndpoint } from "../endpoint/disable-endpoint.ts";
import { healthAfter } from "../endpoint/endpoint-health.ts";
import type { EndpointFacts } from "./leased-endpoint.ts";

/** Records attempts in the order in which they ended. @returns the endpoint after them */
export async function recordAttempts(
  context: AccountTransaction,
  endpoint: number,
  facts: EndpointFacts,
  attempts: readonly Attempt[],
): Promise<EndpointFacts> {
  if (attempts.length === 0) return facts;
  await insertAttempts(context, endpoint, attempts);
  const before = { failingSince: facts.failing_since, heldUntil: facts.held_until };
  const { health, disabled } = healthAfter(before, attempts);
  const { failingSince, heldUntil } = health;
  if (failingSince !== before.failingSince || heldUntil !== before.heldUntil)
    await saveHealth(context, endpoint, failingSince, heldUntil);
  if (disabled !== undefined && facts.enabled) await disableEndpoint(context, endpoint, disabled, attempts.at(-1));
  return {
    ...facts,
    failing_since: failingSince,
    held_until: heldUntil,
    enabled: facts.enabled && disabled === undefined,
  };
}

async function insertAttempts(
  { transaction, account }: AccountTransaction,
  endpoint: number,
  attempts: readonly Attempt[],
): Promise<void> {
  const rows = attempts.map((attempt) => {
    const outcome = outcomeOf(attempt);
    return {
      message: attempt.message.id,
      attempt: attempt.message.attempts + 1,
      at: timestamp(attempt.at),
      status: attempt.status ?? null,
      error: attempt.error ?? null,
      duration: attempt.duration,
      answer: attempt.answer ?? null,
      becomes: typeof outcome === "string" ? outcome : "waits",
      next_at: typeof outcome === "string" ? null : timestamp(outcome.nextAt),
    };
  });
  await transaction.run(
    `with attempts as (
       select * from jsonb_to_recordset($3::jsonb) as attempts (
         message bigint, attempt integer, at timestamptz, status integer, error text, duration integer, answer text, becomes text,
         next_at timestamptz
       )
     ), kept as (
       insert into webhook_deliveries (account_id, message_id, endpoint_id, attempt, status, error, duration_ms, answer, created_at)
       select $1, message, $2, attempt, status, error, duration, answer, at from attempts
       returning account_id
     )
     update webhook_messages set attempts = attempts.attempt, next_attempt_at = next_at, first_attempt_at = coalesce(first_attempt_at, at),
       delivered_at = case when becomes = 'delivered' then at end, given_up_at = case when becomes = 'given up' then at end
     from attempts where account_id = $1 and id = message and delivered_at is null and given_up_at is null`,
    [account.id, endpoint, JSON.stringify(rows)],
  );
}

const timestamp = (epochMilliseconds: number): string => new Date(epochMilliseconds).toISOString();

async function saveHealth(
  { transaction, account }: AccountTransaction,
  endpoint: number,
  failingSince: number | null,
  heldUntil: number | null,
): Promise<void> {
  await transaction.run(
    `update webhook_endpoints set failing_since = to_timestamp($3::double precision / 1000),
       held_until = to_timestamp($4::double precision / 1000), updated_at = statement_timestamp()
     where account_id = $1 and id = $2`,
    [account.id, endpoint, failingSince, heldUntil],
  );
}

/** Gives up messages that the endpoint may no longer read. They were not sent. */
export async function giveUpMessages(
  { transaction, account }: AccountTransaction,
  messages: readonly number[],
): Promise<void> {
  if (messages.length === 0) return;
  await transaction.run(
    "update webhook_messages set given_up_at = statement_timestamp() where account_id = $1 and id = any ($2::bigint[])",
    [account.id, [...messages]],
  );
}
