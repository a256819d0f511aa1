import { tracingChannel } from "node:diagnostics_channel";
import type { Attempt } from "../attempt.ts";
import type { WaitingMessage } from "./waiting-messages.ts";

/** An attempt to deliver a message, as published to the channel's listeners. */
export class DeliveryUnderway {
  readonly message: WaitingMessage;
  /** Headers that listeners may add before sending, such as trace headers. */
  readonly headers: Record<string, string> = {};
  /** The result; set before the attempt ends. */
  attempt: Attempt | undefined;
  /** The error that ended the attempt; set by the channel. */
  error?: unknown;

  constructor(message: WaitingMessage) {
    this.message = message;
  }
}

/** Traces deliveries: `start` before sending, `asyncEnd` with the result. */
export const deliveryChannel = tracingChannel<unknown, DeliveryUnderway>("roost:webhook.delivery");

/** Delivers a message once and traces it. @param deliver receives the headers to add */
export function tracedDelivery(
  message: WaitingMessage,
  deliver: (headers: Readonly<Record<string, string>>) => Promise<Attempt>,
): Promise<Attempt> {
  if (!deliveryChannel.hasSubscribers) return deliver({});
  const delivery = new DeliveryUnderway(message);
  const attempt = async (): Promise<Attempt> => {
    delivery.attempt = await deliver(delivery.headers);
    return delivery.attempt;
  };
  return deliveryChannel.tracePromise(attempt, delivery);
}
