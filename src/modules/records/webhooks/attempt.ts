import type { WaitingMessage } from "./deliver/waiting-messages.ts";
import { maxFailureMs, retryDelay } from "./retry-delays.ts";

/** The result of sending a message once. */
export interface Attempt {
  readonly message: WaitingMessage;
  /** Start: epoch milliseconds. */
  readonly at: number;
  /** Milliseconds. */
  readonly duration: number;
  /** Undefined without a response. */
  readonly status: number | undefined;
  /** A sentence; undefined on success. */
  readonly error: string | undefined;
  /** The beginning of the response body. */
  readonly answer: string | undefined;
}

/** A message's state after an attempt: finished, or due again at an epoch millisecond. */
export type Outcome = "delivered" | "given up" | { readonly nextAt: number };

export const hasSucceeded = ({ error }: Attempt): boolean => error === undefined;

/** A message's state after an attempt. After five days of failures, Roost gives the message up (events.md, Webhooks). */
export function outcomeOf(attempt: Attempt): Outcome {
  const { message, at } = attempt;
  if (hasSucceeded(attempt)) return "delivered";
  if (at - (message.first_attempt_at ?? at) >= maxFailureMs) return "given up";
  return { nextAt: at + retryDelay(message.attempts + 1, message.webhook_id) };
}
