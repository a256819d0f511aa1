import type { WaitingMessage } from "./deliver/waiting-messages.ts";
import { longestFailure, retryDelay } from "./retry-delays.ts";

/** What came of sending a message once. */
export interface Attempt {
  readonly message: WaitingMessage;
  /** When it began: epoch milliseconds. */
  readonly at: number;
  /** Milliseconds. */
  readonly duration: number;
  /** Undefined where no answer came. */
  readonly status: number | undefined;
  /** A sentence; undefined where it succeeded. */
  readonly error: string | undefined;
  /** The beginning of the answer's body. */
  readonly answer: string | undefined;
}

/** What becomes of a message: it is done with, or tried again at a moment (epoch milliseconds). */
export type Becomes = "delivered" | "given up" | { readonly nextAt: number };

export const hasSucceeded = ({ error }: Attempt): boolean => error === undefined;

/** What becomes of a message behind an attempt: what has failed for five days is given up (events.md, Webhooks). */
export function becomesOf(attempt: Attempt): Becomes {
  const { message, at } = attempt;
  if (hasSucceeded(attempt)) return "delivered";
  if (at - (message.first_attempt_at ?? at) >= longestFailure) return "given up";
  return { nextAt: at + retryDelay(message.attempts + 1, message.webhook_id) };
}
