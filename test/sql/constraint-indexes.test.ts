import pg from "pg";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { ServerAddress } from "../../src/database/connect/address.ts";
import { readMigrations } from "../../src/database/migrate/migration-files.ts";
import { aDatabase, runSql } from "../harness/databases.ts";

// docs/upstream/postgresql-gist.md: only constraints may scan these indexes.

const gistIndexes = `
  select index.relname as name, pg_index.indrelid::regclass::text as table, pg_get_expr(indpred, indrelid) as condition
  from pg_index join pg_class index on index.oid = indexrelid join pg_am on pg_am.oid = index.relam
  where amname = 'gist' and index.relnamespace = 'public'::regnamespace order by 1`;

/** Drops a table's other indexes and forbids other ways to read it, as far as PostgreSQL can do without them. */
const onlyWay = (table: string, index: string): string => `
  set local enable_seqscan = off; set local enable_bitmapscan = off;
  do $$ declare other record; begin
    for other in select conname from pg_constraint where conrelid = '${table}'::regclass and contype in ('p', 'u', 'x') and conname <> '${index}'
      loop execute format('alter table ${table} drop constraint %I cascade', other.conname); end loop;
    for other in select indexrelid::regclass::text as name from pg_index where indrelid = '${table}'::regclass and indexrelid <> '${index}'::regclass
      loop execute format('drop index %s', other.name); end loop;
  end $$`;

async function aMigratedDatabase(): Promise<ServerAddress> {
  const database = await aDatabase();
  onTestFinished(() => database.drop());
  return database.owner;
}

describe("indexes of exclusion constraints", () => {
  test("there are some, and no statement can read through one", async () => {
    const client = new pg.Client({ ...(await aMigratedDatabase()) });
    await client.connect();
    onTestFinished(() => client.end());
    const { rows } = await client.query<{ name: string; table: string; condition: string }>(gistIndexes);
    expect(rows.length).toBeGreaterThan(3);
    for (const { name, table, condition } of rows) {
      const [, ended] =
        /^\(num_nulls\(VARIADIC ARRAY\[(\w+)\]\) = 1\)$|^\(num_nulls\((\w+)\) = 1\)$/
          .exec(condition)
          ?.filter(Boolean) ?? [];
      expect(ended, `${name}: ${condition}`).toBeDefined();
      await client.query("begin");
      await client.query(onlyWay(table, name));
      const plan = await client.query<{ "QUERY PLAN": string }>(
        `explain select from ${table} where account_id = 1 and ${ended} is null`,
      );
      await client.query("rollback");
      const lines = plan.rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(lines).not.toContain(name);
      expect(lines).toContain(`Seq Scan on ${table}`);
    }
  });
});

describe("0136_constraint_indexes.sql", () => {
  let sql = "";

  beforeAll(async () => {
    sql = (await readMigrations()).find(({ name }) => name === "0136_constraint_indexes.sql")?.sql ?? "";
  });

  test("refuses a database in which bookings hold the same night, and names them", async () => {
    const address = await aMigratedDatabase();
    const stay = (id: number, from: string, to: string): string =>
      `(1, ${id}, 7, '${from} 16:00+00', '${to} 10:00+00', true, false, 'Application', 1, 'EUR')`;
    await runSql(
      address,
      `set session_replication_role = replica;
       alter table bookings drop constraint no_night_is_sold_twice;
       insert into bookings (account_id, id, rental_id, start_at, end_at, booked, unavailable, created_by_type, created_by_id, currency)
       values ${stay(1, "2031-01-01", "2031-01-05")}, ${stay(2, "2031-01-04", "2031-01-06")}, ${stay(3, "2031-01-06", "2031-01-08")}`,
    );
    await expect(runSql(address, sql)).rejects.toThrow(
      "Some bookings hold the same nights: 1 and 2 in rental 7. Start the earlier version, cancel one of each pair, and upgrade again.",
    );
  });
});
