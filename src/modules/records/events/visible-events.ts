import { mayAny, withWriters } from "../../../kernel/access/scopes.ts";
import type { PublishedChange } from "../../../kernel/changes/change.ts";
import { visibleChanges } from "../../../kernel/changes/visible-changes.ts";
import { isHidden } from "../../../kernel/limits.ts";
import { readMixed } from "../../../kernel/read/read-mixed.ts";
import type { ReadScope } from "../../../kernel/read/visible/read-scope.ts";
import { eventJson } from "./shown-event.ts";

/** Changes as JSON texts of events, as a caller of one account sees them. */
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

/** The current records, except those of resources that the caller cannot read, such as a rental when it reads only rates. */
async function recordsOf(scope: ReadScope, changes: readonly PublishedChange[]) {
  const { registry } = scope.queries;
  const { scopes } = scope.caller;
  const readable = changes
    .map(({ resource, recordId: id }) => ({ resource: registry.get(resource), id }))
    .filter(({ resource }) => mayAny(scopes, withWriters(resource.readScopes)) && !isHidden(scopes, resource));
  const records = await readMixed(scope, readable);
  return ({ resource, recordId }: PublishedChange): string | undefined =>
    records.get(registry.get(resource))?.get(String(recordId));
}
