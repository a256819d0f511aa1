import { invalid } from "../errors.ts";
import type { RecordId } from "../key.ts";
import { liveCondition } from "../read/columns.ts";
import type { Resource } from "../resource.ts";
import type { WriteContext } from "./context.ts";

/**
 * Refuses a change to a record that is archived or canceled and can still be read; one that is hidden has been 404 already. Where a
 * write may set the moment itself (`canceled_at` of a booking), it may bring the record back, and is let through.
 * @throws RequestError 422
 */
export async function refuseEnded(context: WriteContext, resource: Resource, id: RecordId): Promise<void> {
  const { deletion } = resource;
  if (deletion?.singleRead !== "shown" || resource.attributes[deletion.column]?.traits.writable) return;
  const live = await context.transaction.run(
    `select from ${resource.table} where account_id = $1 and id = $2 and ${liveCondition(resource) ?? "true"}`,
    [context.account.id, id],
  );
  if (live > 0) return;
  const state = deletion.column.replace(/_at$/, "");
  throw invalid({ base: [`is ${state} and cannot be changed any more`] });
}
