import { mayAny, withWriters } from "../../../kernel/access/scopes.ts";
import type { PublishedChange } from "../../../kernel/changes/change.ts";
import { visibleChanges } from "../../../kernel/changes/visible-changes.ts";
import { isHidden } from "../../../kernel/limits.ts";
import { readMixed } from "../../../kernel/read/read-mixed.ts";
import type { ReadScope } from "../../../kernel/read/visible/read-scope.ts";
import { eventJson } from "./shown-event.ts";

/** Changes as events for a caller of one account, as JSON texts. */
export async function eventsFor(
  scope: ReadScope,
  changes: readonly PublishedChange[],
  withRecords: boolean,
): Promise<string[]> {
  const visible = await visibleChanges(scope, changes);
  if (!withRecords) return visible.map((change) => eventJson(change));
  const recordOf = await recordsOf(scope, visible);
  return visible.map((change) => eventJson(change, recordOf(change) ?? "null"));
}

/** Records as they are now, but those of a resource that the caller does not read: it may read a rental's rates alone. */
async function recordsOf(scope: ReadScope, changes: readonly PublishedChange[]) {
  const { registry } = scope.queries;
  const { scopes } = scope.caller;
  const wanted = changes
    .map(({ resource, recordId: id }) => ({ resource: registry.get(resource), id }))
    .filter(({ resource }) => mayAny(scopes, withWriters(resource.readScopes)) && !isHidden(scopes, resource));
  const records = await readMixed(scope, wanted);
  return ({ resource, recordId }: PublishedChange): string | undefined =>
    records.get(registry.get(resource))?.get(String(recordId));
}
