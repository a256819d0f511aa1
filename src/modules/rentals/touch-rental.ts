import type { RecordId } from "../../kernel/key.ts";
import type { Resource } from "../../kernel/resource.ts";
import type { WriteContext } from "../../kernel/write/context.ts";
import { touchRecords } from "../../kernel/write/store.ts";

/**
 * A rental's record names its rooms, amenities and fees and counts its bathrooms: it changes when one of them does, and whoever
 * asks for what changed (`updated_since`, /rentals/meta) must be told. Comes before the part is written, so that the lock of a
 * rental precedes those of its parts everywhere.
 */
export async function touchRentals(context: WriteContext, ids: readonly number[]): Promise<void> {
  await touchRecords(context, "rentals", ids);
}

/** Touches the rental of one of its parts; none where there is no such part, which the part's own lock then finds out. */
export async function touchRentalOf(context: WriteContext, part: Resource, id: RecordId): Promise<void> {
  const rental = await findRentalOfPart(context, part, id);
  if (rental !== undefined) await touchRentals(context, [rental]);
}

/** The rental of a part that is there. */
export async function rentalOfPart(context: WriteContext, part: Resource, id: RecordId): Promise<number> {
  const rental = await findRentalOfPart(context, part, id);
  if (rental === undefined) throw new Error(`There is no ${part.singular} ${id}, which was locked just now.`);
  return rental;
}

async function findRentalOfPart(
  { transaction, account }: WriteContext,
  part: Resource,
  id: RecordId,
): Promise<number | undefined> {
  const row = await transaction.row<{ rental_id: number }>(
    `select rental_id from ${part.table} where account_id = $1 and id = $2`,
    [account.id, id],
  );
  return row?.rental_id;
}
