import type { RecordId } from "../../../kernel/key.ts";
import type { Resource } from "../../../kernel/resource.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { touchRecords } from "../../../kernel/write/store.ts";

/**
 * Marks rentals as changed after a part changes: their records list their parts, so `updated_since` and /rentals/meta must show them.
 * Lock order: a rental before its parts.
 */
export async function touchRentals(context: WriteContext, ids: readonly number[]): Promise<void> {
  await touchRecords(context, "rentals", ids);
}

/**
 * Locks a part's rental, before the part itself.
 * @returns the rental's id; undefined for an unknown part (its own lock reports it) or one without a rental
 */
export async function lockRentalOf(context: WriteContext, part: Resource, id: RecordId): Promise<number | undefined> {
  const row = await context.transaction.row<{ id: number }>(
    `select id from rentals where account_id = $1 and id = (
       select rental_id from ${part.table} where account_id = $1 and id = $2
     ) for no key update`,
    [context.account.id, id],
  );
  return row?.id;
}

/** Returns an existing part's rental. */
export async function rentalOfPart(
  { transaction, account }: WriteContext,
  part: Resource,
  id: RecordId,
): Promise<number> {
  const row = await transaction.row<{ rental_id: number }>(
    `select rental_id from ${part.table} where account_id = $1 and id = $2`,
    [account.id, id],
  );
  if (!row) throw new Error(`The locked ${part.singular} ${id} is missing.`);
  return row.rental_id;
}
