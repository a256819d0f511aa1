import { type Attempt, hasSucceeded } from "../attempt.ts";
import { backoffDelay, maxFailureMs } from "../retry-delays.ts";

/** An endpoint's health, by its attempts. Epoch milliseconds. */
export interface Health {
  /** The start of the current series of failures; null without one. */
  readonly failingSince: number | null;
  /** The end of the backoff. */
  readonly heldUntil: number | null;
}

/** The reason why Roost disabled an endpoint: five days of failures, or a 410 response. */
export type DisabledReason = "failing" | "gone";

/** An endpoint's health after some attempts, in the order in which they ended, and the reason to disable it, if any. */
export function healthAfter(
  before: Health,
  attempts: readonly Attempt[],
): { readonly health: Health; readonly disabled: DisabledReason | undefined } {
  let health = before;
  let disabled: DisabledReason | undefined;
  for (const attempt of attempts) {
    health = afterOne(health, attempt);
    if (attempt.status === 410) disabled = "gone";
    else if (health.failingSince !== null && attempt.at - health.failingSince >= maxFailureMs) disabled ??= "failing";
  }
  return { health, disabled };
}

function afterOne({ failingSince }: Health, attempt: Attempt): Health {
  if (hasSucceeded(attempt)) return { failingSince: null, heldUntil: null };
  const { at, duration, message } = attempt;
  const since = failingSince ?? at;
  return { failingSince: since, heldUntil: at + duration + backoffDelay(at - since, message.webhook_id) };
}
