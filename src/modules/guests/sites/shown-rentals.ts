import type { Transaction } from "../../../database/sql/transaction.ts";
import type { Site } from "./find-site.ts";

/** SQL: the ids of the rentals that a site shows, with `$1` the account, `$2` the site and `$3` whether it shows all. */
export const shownRentals = `select rentals.id from rentals
  where rentals.account_id = $1 and rentals.deleted_at is null and ($3::boolean or exists (
    select from booking_sites_rentals where booking_sites_rentals.account_id = $1
      and booking_sites_rentals.booking_site_id = $2 and booking_sites_rentals.rental_id = rentals.id
  ))`;

/** The values of `shownRentals`. */
export const shownBy = ({ account, id, settings }: Site): readonly [number, number, boolean] => [
  account,
  id,
  settings.allRentals,
];

/**
 * The ids of the rentals that a site shows, in the account's order.
 * @param place a place's whole name: York is not New York. Empty for any
 */
export async function shownIds(transaction: Transaction, site: Site, place: string): Promise<number[]> {
  const rows = await transaction.rows<{ id: number }>(
    `select ordered.id from rentals as ordered where ordered.account_id = $1 and ordered.id in (${shownRentals})
       and ($4 = '' or plain_text(ordered.city) = plain_text($4))
     order by ordered.position nulls last, ordered.id`,
    [...shownBy(site), place],
  );
  return rows.map(({ id }) => id);
}
