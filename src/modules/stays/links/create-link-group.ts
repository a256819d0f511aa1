import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { insertRecord } from "../../../kernel/write/store.ts";
import { findOverlappingBookings, lockRentalsToLink, mirrorAll } from "../bookings/nights/group-mirrors.ts";
import { rentalLinkGroup } from "./rental-link-group.ts";

const rentalIds = rentalLinkGroup.relations.rentals.written;

/**
 * Links rentals in each direction and mirrors their upcoming bookings (bookings.md, Rental link groups). Ignores duplicate ids.
 * @returns the group's id
 * @throws RequestError 422 on `rental_ids`, naming any bookings on the same nights
 */
export async function createLinkGroup(context: WriteContext, draft: Draft, errors: ValidationErrors): Promise<number> {
  const rentals = (rentalIds && draft.input(rentalIds.attribute)) ?? [];
  errors.throwIfAny();
  const locked = await lockRentalsToLink(context, rentals);
  // A rental may have been deleted since its id was checked.
  if (locked.length < rentals.length) errors.add("rental_ids", "must exist");
  for (const [one, other] of await findOverlappingBookings(context, locked)) {
    errors.add("rental_ids", `have bookings on the same nights: ${one} and ${other}`);
  }
  errors.throwIfAny();
  const id = await insertRecord(context, draft);
  await context.transaction.run(
    `insert into rental_links (account_id, rental_link_group_id, source_rental_id, destination_rental_id)
     select $1, $2, sources.id, destinations.id from unnest($3::bigint[]) as sources (id), unnest($3::bigint[]) as destinations (id)
     where sources.id <> destinations.id order by sources.id, destinations.id returning account_id`,
    [context.account.id, id, `{${locked.join(",")}}`],
  );
  await mirrorAll(context, locked);
  return id;
}
