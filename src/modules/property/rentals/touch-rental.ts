import type { RecordId } from "../../../kernel/key.ts";
import type { Resource } from "../../../kernel/resource.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { touchRecords } from "../../../kernel/write/store.ts";

/**
 * Notes that rentals have changed because one of their parts has: a rental's record names its rooms, amenities and fees and counts its
 * bathrooms, so `updated_since` and /rentals/meta must list it. The rental is locked before its parts everywhere.
 */
export async function touchRentals(context: WriteContext, ids: readonly number[]): Promise<void> {
  await touchRecords(context, "rentals", ids);
}

/**
 * Locks the rental of a part before the part itself.
 * @returns its id; undefined where there is no such part, which the part's own lock then finds out, or where it has no rental
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

/** The rental of a part that is there. */
export async function rentalOfPart(
  { transaction, account }: WriteContext,
  part: Resource,
  id: RecordId,
): Promise<number> {
  const row = await transaction.row<{ rental_id: number }>(
    `select rental_id from ${part.table} where account_id = $1 and id = $2`,
    [account.id, id],
  );
  if (!row) throw new Error(`There is no ${part.singular} ${id}, which was locked just now.`);
  return row.rental_id;
}
