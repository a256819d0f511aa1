import { type Attempt, hasSucceeded } from "../attempt.ts";
import { holdDelay, longestFailure } from "../retry-delays.ts";

/** How an endpoint does, as its attempts show. Epoch milliseconds. */
export interface Health {
  /** Since when no attempt has succeeded; null while they do. */
  readonly failingSince: number | null;
  /** Until when it is left alone. */
  readonly heldUntil: number | null;
}

/** Why an endpoint is disabled: it failed for five days, or answered that it is gone (410). */
export type DisabledReason = "failing" | "gone";

/** How an endpoint does behind some attempts, in the order in which they ended; and why it is disabled, where it is. */
export function healthBehind(
  before: Health,
  attempts: readonly Attempt[],
): { readonly health: Health; readonly disabled: DisabledReason | undefined } {
  let health = before;
  let disabled: DisabledReason | undefined;
  for (const attempt of attempts) {
    health = behindOne(health, attempt);
    if (attempt.status === 410) disabled = "gone";
    else if (health.failingSince !== null && attempt.at - health.failingSince >= longestFailure) disabled ??= "failing";
  }
  return { health, disabled };
}

function behindOne({ failingSince }: Health, attempt: Attempt): Health {
  if (hasSucceeded(attempt)) return { failingSince: null, heldUntil: null };
  const { at, duration, message } = attempt;
  const since = failingSince ?? at;
  return { failingSince: since, heldUntil: at + duration + holdDelay(at - since, message.webhook_id) };
}
