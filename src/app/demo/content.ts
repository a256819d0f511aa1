import type { Transaction } from "../../database/sql/transaction.ts";

/** Record counts of a demo database. */
export interface DemoSummary {
  readonly accounts: number;
  readonly rentals: number;
  readonly clients: number;
  readonly bookings: number;
}

/** SQL: excludes mirrors, which only block a linked rental's nights. */
const notMirrored = "created_by_type <> 'Booking'";

/** Counts all records in the database, not only the demo's. */
export async function countContent(transaction: Transaction): Promise<DemoSummary> {
  const accountIds = await transaction.rows<{ id: number }>("select id from accounts");
  await transaction.enter(accountIds.map(({ id }) => id));
  const row = await transaction.row<{ accounts: number; rentals: number; clients: number; bookings: number }>(
    `select (select count(*) from accounts) as accounts, (select count(*) from rentals) as rentals,
       (select count(*) from clients) as clients, (select count(*) from bookings where ${notMirrored}) as bookings`,
  );
  if (!row) throw new Error("The count returned no row.");
  const { accounts, rentals, clients, bookings } = row;
  return { accounts, rentals, clients, bookings };
}
