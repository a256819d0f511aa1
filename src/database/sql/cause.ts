import type { LocalSettings } from "./local-settings.ts";

/** On whose behalf a transaction writes: what triggers note with every change (docs/design/changes.md). */
export interface Cause {
  /** `Application:12`, `User:3`, `Job:expire holds`, `Command:import`. */
  readonly actor: string;
  readonly requestId?: string;
}

/** For the transaction alone: the next one on the connection has another cause. */
export const settingsOf = ({ actor, requestId = "" }: Cause): LocalSettings => ({
  "roost.actor": actor,
  "roost.request_id": requestId,
});
