import type { Channel } from "node:diagnostics_channel";

/** Stops listening. */
export type Stop = () => void;

/** Subscribes to one kind of message on a channel. `act` must not throw: nothing catches it. */
export function listen<M, A extends unknown[]>(
  channel: Pick<Channel, "subscribe" | "unsubscribe">,
  kind: new (...values: A) => M,
  act: (message: M) => void,
): Stop {
  const onMessage = (message: unknown): void => {
    if (message instanceof kind) act(message);
  };
  channel.subscribe(onMessage);
  return () => void channel.unsubscribe(onMessage);
}
