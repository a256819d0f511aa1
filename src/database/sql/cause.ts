import type { LocalSettings } from "./local-settings.ts";

/** On whose behalf a transaction writes. Triggers record it with every change (docs/design/changes.md). */
export interface Cause {
  /** `Application:12`, `User:3`, `Job:expire holds`, `Command:import`. */
  readonly actor: string;
  readonly requestId?: string;
}

/** Set for one transaction only: the connection's next transaction has another cause. */
export const settingsOf = ({ actor, requestId = "" }: Cause): LocalSettings => ({
  "roost.actor": actor,
  "roost.request_id": requestId,
});
