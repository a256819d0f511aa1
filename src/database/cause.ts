import type { Statement } from "./raw-query.ts";

/** On whose behalf a transaction writes: what triggers note with every change (docs/decisions/0056-changes.md). */
export interface Cause {
  /** `Application:12`, `User:3`, `Job:expire holds`, `Command:import`. */
  readonly actor: string;
  readonly requestId?: string;
}

/** For the transaction alone: the next one on the connection has another cause. */
export const noteCause: Statement = {
  name: "note cause",
  text: "select set_config('roost.actor', $1, true), set_config('roost.request_id', $2, true)",
};

/** Its values. */
export const causeValues = ({ actor, requestId = "" }: Cause): string[] => [actor, requestId];
