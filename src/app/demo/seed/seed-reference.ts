import { type Destination, destinations } from "@roost/demo/content/destinations.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";

/** Inserts missing destinations into the tree. @returns the ids of the demo's destinations by English name */
export async function seedDestinations(transaction: Transaction): Promise<ReadonlyMap<string, number>> {
  const existing = await transaction.rows<{ id: number; permalink: string }>(
    "select id, permalink ->> 'en' as permalink from destinations",
  );
  const ids = new Map(existing.map(({ id, permalink }) => [permalink, id]));
  for (const destination of destinations) {
    if (ids.has(destination.permalink.en)) continue;
    const above = destination.above.map(({ permalink }) => ids.get(permalink.en));
    ids.set(destination.permalink.en, await insertDestination(transaction, destination, above));
  }
  return new Map(
    destinations.flatMap(({ name, permalink }) => {
      const id = ids.get(permalink.en);
      return id === undefined ? [] : [[name.en, id] as const];
    }),
  );
}

async function insertDestination(
  transaction: Transaction,
  { name, fullname, permalink }: Destination,
  above: readonly (number | undefined)[],
): Promise<number> {
  const row = await transaction.row<{ id: number }>(
    "insert into destinations (ancestor_ids, name, fullname, permalink) values ($1, $2, $3, $4) returning id",
    [`{${above.join(",")}}`, JSON.stringify(name), JSON.stringify(fullname), JSON.stringify(permalink)],
  );
  if (!row) throw new Error("The insert into destinations returned no id.");
  return row.id;
}
