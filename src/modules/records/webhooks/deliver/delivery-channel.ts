import { tracingChannel } from "node:diagnostics_channel";
import type { Attempt } from "../attempt.ts";
import type { WaitingMessage } from "./waiting-messages.ts";

/** An attempt to deliver a message, as the channel's listeners are told of it. */
export class DeliveryUnderway {
  readonly message: WaitingMessage;
  /** Headers that listeners may add to, before it is sent: those of a trace. */
  readonly headers: Record<string, string> = {};
  /** What came of it; set before the attempt ends. */
  attempt: Attempt | undefined;
  /** What broke it off; set by the channel. */
  error?: unknown;

  constructor(message: WaitingMessage) {
    this.message = message;
  }
}

/** Tells of deliveries: `start` before one is sent, `asyncEnd` when it is known what came of it. Without listeners it costs nothing. */
export const deliveryChannel = tracingChannel<unknown, DeliveryUnderway>("roost:webhook.delivery");

/** Delivers a message once, and tells whoever listens. @param deliver is given headers to send along */
export function toldDelivery(
  message: WaitingMessage,
  deliver: (headers: Readonly<Record<string, string>>) => Promise<Attempt>,
): Promise<Attempt> {
  if (!deliveryChannel.hasSubscribers) return deliver({});
  const underway = new DeliveryUnderway(message);
  const attempt = async (): Promise<Attempt> => {
    underway.attempt = await deliver(underway.headers);
    return underway.attempt;
  };
  return deliveryChannel.tracePromise(attempt, underway);
}
