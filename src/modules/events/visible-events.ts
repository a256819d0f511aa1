import type { PublishedChange } from "../../kernel/changes/change.ts";
import { visibleChanges } from "../../kernel/changes/visible-changes.ts";
import type { ReadScope } from "../../kernel/read/read-scope.ts";
import { eventJson } from "./shown-event.ts";

/** Changes as events for a caller, as JSON texts. */
export async function eventsFor(scope: ReadScope, changes: readonly PublishedChange[]): Promise<string[]> {
  return (await visibleChanges(scope, changes)).map(eventJson);
}
