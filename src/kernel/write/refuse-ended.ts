import { invalid } from "../errors.ts";
import type { RecordId } from "../key.ts";
import { liveCondition } from "../read/columns.ts";
import type { Resource } from "../resource.ts";
import type { WriteContext } from "./context.ts";

/**
 * Refuses a change of an archived or canceled record that is still readable; hidden records were 404 before. A resource whose writes may
 * set the deletion time (a booking's `canceled_at`) allows changes, because they can restore the record.
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
  throw invalid({ base: [`is ${state} and can no longer be changed`] });
}
