import { expect, inject, test } from "vitest";
import type { ServerAddress } from "../../src/database/connect/address.ts";
import { migrate } from "../../src/database/migrate/migrate.ts";
import { type Migration, readMigrations } from "../../src/database/migrate/migration-files.ts";
import { recordOf } from "../harness/client.ts";
import { useService } from "../harness/service.ts";

const service = useService();

const migration = (name: string, sql: string): Migration => ({ name, sql, digest: name });

/** Typical migrations of tables in use. */
const changes = [
  migration("9001_column.sql", "alter table bookings add column later integer not null default 7"),
  migration("9002_index.sql", "create index bookings_later on bookings (account_id, later)"),
  migration("9003_check.sql", "alter table bookings add constraint later_is_small check (later < 100) not valid"),
  migration("9004_validated.sql", "alter table bookings validate constraint later_is_small"),
  migration("9005_table.sql", "create table later (account_id bigint not null references accounts, id bigint)"),
  migration("9006_column_gone.sql", "alter table bookings drop column later"),
];

test("requests succeed while migrations change their tables", async () => {
  const [row] = await service.sql("select current_database()::text as name");
  const owner: ServerAddress = { ...inject("owner"), database: String(row?.name) };
  const client = await service.aClient(await service.anAccount());
  const rental = recordOf(await client.post("/rentals", { rentals: [{ name: "Cottage" }] }), "rentals");
  let done = false;
  const statuses: number[] = [];
  const work = async (writer: number): Promise<void> => {
    for (let turn = 0; !done; turn++) {
      const day = (offset: number): string =>
        new Date(Date.UTC(2040 + writer, 0, turn + offset)).toISOString().slice(0, 10);
      const stay = { start_at: day(1), end_at: day(2) };
      const booked = await client.post(`/rentals/${rental.id}/bookings`, { bookings: [stay] });
      const read = await client.get("/bookings?per_page=5");
      statuses.push(booked.status, read.status);
    }
  };
  const load = Promise.all([1, 2, 3, 4].map(work));
  const files = await readMigrations();
  for (const index of changes.keys()) {
    const before = statuses.length;
    while (statuses.length < before + 8) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await migrate(owner, [...files, ...changes.slice(0, index + 1)])).toEqual([changes[index]?.name]);
  }
  done = true;
  await load;
  expect(new Set(statuses)).toEqual(new Set([201, 200]));
});
