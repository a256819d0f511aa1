import type { WriteContext } from "../../../kernel/write/context.ts";
import { endRecord } from "../../../kernel/write/end-record.ts";
import { endUnlinkedMirrors, lockRentalsToLink } from "../bookings/nights/group-mirrors.ts";
import { rentalLinkGroup } from "./rental-link-group.ts";

/** Locks a group's rentals. Lock order: rentals before the group and its links. */
export async function lockRentalsOfGroup(context: WriteContext, id: number): Promise<void> {
  await lockRentalsToLink(context, await rentalsOf(context, id));
}

/**
 * Deletes a group and its links, and cancels upcoming mirrors that no other group needs. The rentals must be locked.
 */
export async function deleteLinkGroup(context: WriteContext, id: number): Promise<void> {
  const rentals = await rentalsOf(context, id);
  await endRecord(context, rentalLinkGroup, id);
  await endUnlinkedMirrors(context, rentals);
}

async function rentalsOf({ transaction, account }: WriteContext, id: number): Promise<number[]> {
  const rows = await transaction.rows<{ rental_id: number }>(
    "select rental_id from rental_link_groups_rentals where account_id = $1 and rental_link_group_id = $2 order by rental_id",
    [account.id, id],
  );
  return rows.map((row) => row.rental_id);
}
