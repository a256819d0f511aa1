import type { Channel } from "node:diagnostics_channel";

/** Ends what was begun. */
export type Stop = () => void;

/** Acts on the messages of one kind that a channel tells. `act` must not throw: nobody would catch it. @returns ends it */
export function listen<M, A extends unknown[]>(
  channel: Pick<Channel, "subscribe" | "unsubscribe">,
  kind: new (...values: A) => M,
  act: (message: M) => void,
): Stop {
  const hear = (message: unknown): void => {
    if (message instanceof kind) act(message);
  };
  channel.subscribe(hear);
  return () => void channel.unsubscribe(hear);
}
