import type { RecordId } from "../key.ts";
import { liveCondition } from "../read/columns.ts";
import { withAccount } from "../read/parameters.ts";
import type { Resource } from "../resource.ts";
import type { WriteContext } from "./context.ts";
import { touchRecords } from "./store.ts";

/**
 * Marks a record and its declared dependents (`deletedAlong`) as deleted, canceled or archived, and removes it from relations
 * (`leftByEnded`). An ended record stays unchanged.
 * @returns whether it ended now
 */
export async function endRecord(context: WriteContext, resource: Resource, id: RecordId): Promise<boolean> {
  const { deletion } = resource;
  if (!deletion) throw new Error(`${resource.name} cannot be deleted: it declares no deletion.`);
  await endDependents(context, resource, [id]);
  await leaveJoins(context, resource, id);
  const ended = await context.transaction.run(
    `update ${resource.table} set ${deletion.column} = statement_timestamp(), updated_at = statement_timestamp() where account_id = $1 and id = $2 and ${liveCondition(resource)}`,
    [context.account.id, id],
  );
  return ended > 0;
}

async function endDependents(context: WriteContext, resource: Resource, ids: readonly RecordId[]): Promise<void> {
  for (const { resource: child, deletion, column, where } of context.registry.dependentsOf(resource)) {
    const ended = await context.transaction.rows<{ id: RecordId }>(
      `update ${child.table} set ${deletion.column} = statement_timestamp(), updated_at = statement_timestamp()
       where account_id = $1 and ${column} = any($2::${resource.key.sqlType}[]) and ${deletion.column} is null and (${withAccount(where, "$1")}) returning id`,
      [context.account.id, `{${ids.join(",")}}`],
    );
    if (ended.length > 0)
      await endDependents(
        context,
        child,
        ended.map(({ id }) => id),
      );
  }
}

async function leaveJoins(context: WriteContext, resource: Resource, id: RecordId): Promise<void> {
  for (const { resource: holder, through, ours, theirs } of context.registry.joinsLeftBy(resource)) {
    const left = await context.transaction.rows<{ id: RecordId }>(
      `delete from ${through} where account_id = $1 and ${theirs} = $2 returning ${ours} as id`,
      [context.account.id, id],
    );
    if (left.length > 0)
      await touchRecords(
        context,
        holder.table,
        left.map((row) => row.id),
      );
  }
}
