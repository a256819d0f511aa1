import type { Transaction } from "../../../database/sql/transaction.ts";
import { amenities } from "./known-amenities.ts";

/**
 * Inserts missing amenities. Runs at every start, because rentals need them with or without a demo.
 * @returns the ids of all amenities by key
 */
export async function seedAmenities(transaction: Transaction): Promise<ReadonlyMap<string, number>> {
  await transaction.run(
    `insert into amenities (key, title)
     select row ->> 'key', row -> 'title' from jsonb_array_elements($1) with ordinality as seeds (row, ordinal)
     where row ->> 'key' not in (select key from amenities) order by ordinal
     on conflict (key) do nothing`,
    [JSON.stringify(amenities)],
  );
  const rows = await transaction.rows<{ id: number; key: string }>("select id, key from amenities");
  return new Map(rows.map(({ id, key }) => [key, id]));
}
