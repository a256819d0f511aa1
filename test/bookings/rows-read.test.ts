import { beforeAll, describe, expect, test } from "vitest";
import { formatDay, parseDay } from "../../src/core/day.ts";
import type { ApiClient, Json } from "../harness/client.ts";
import { runSql } from "../harness/databases.ts";
import { aBooking, aFee, aRental, aRentalsFee, changing } from "../harness/factories.ts";
import { ownerOf, serversOf } from "../harness/own-objects.ts";
import { useService } from "../harness/service.ts";

// Decision 0054: a booking's cost does not grow with its account. Counts the rows that each transaction reads.

const service = useService({ connections: 1 });
const tables = ["rentals", "rentals_fees", "bookings"];
const others = 3000;
/** The rental's bookings, one a day in 2095. */
const later = 300;
let account: number;
let client: ApiClient;
let rental: Json;

beforeAll(async () => {
  account = await service.anAccount();
  client = await service.aClient(account);
  rental = await aRental(client, { base_rate: "100" });
  const fee = await aFee(client);
  await aRentalsFee(client, rental, fee, { status: "required" });
  await service.sql(
    `insert into rentals (account_id, name, currency, updated_at)
     select $1, 'Rental ' || n, 'EUR', now() - make_interval(secs => n * 7919 % 100003) from generate_series(1, $2::integer) as n`,
    [account, others],
  );
  // Many accounts with one rental make PostgreSQL underestimate this account's rentals.
  for (let number = 1; number <= 100; number++) {
    await service.sql(
      "insert into rentals (account_id, name, currency, updated_at) values ($1, 'Rental', 'EUR', now() - make_interval(secs => $2))",
      [await service.anAccount(), number],
    );
  }
  await service.sql(
    `insert into rentals_fees (account_id, rental_id, fee_id, required)
     select account_id, id, $2::bigint, true from rentals where account_id = $1 and id <> $3`,
    [account, fee.id, rental.id],
  );
  const columns =
    "account_id, rental_id, start_at, end_at, booked, unavailable, created_by_type, created_by_id, currency";
  const stay = (day: string): string => `${day}, ${day} + interval '20 hours', true, false, 'Application', 1, 'EUR'`;
  await service.sql(
    `insert into bookings (${columns}) select $1::bigint, $2::bigint, ${stay("day")}
     from generate_series(timestamptz '2095-01-01 12:00Z', timestamptz '2095-01-01 12:00Z' + make_interval(days => $3::integer - 1), '1 day') as day`,
    [account, rental.id, later],
  );
  // Bookings of other rentals, because with a single rental PostgreSQL scans the whole table.
  await service.sql(
    `insert into bookings (${columns}) select account_id, id, ${stay("timestamptz '2095-01-01 12:00Z'")}
     from rentals where account_id = $1 and id > $2 and id < $2::bigint + 1000`,
    [account, rental.id],
  );
  await everywhere("analyze");
  // Each server counts its own reads; shards count under their tables' names.
  await everywhere("create table rows_read (name text, rows bigint)");
  await everywhere("grant insert on rows_read to public");
  await service.sql(`create function note_rows_read() returns trigger language plpgsql as $$ begin
    insert into rows_read select regexp_replace(relname, '_[0-9]{6,}$', ''), coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)
    from pg_stat_xact_user_tables;
    -- Otherwise the next transaction counts on from here.
    perform pg_stat_force_next_flush();
    return null;
  end $$`);
  await service.sql(`create constraint trigger rows_read after insert or update on bookings deferrable initially deferred
    for each row execute function note_rows_read()`);
});

/** Runs a statement on each server that may hold rows. @returns all rows */
async function everywhere(sql: string): Promise<Json[]> {
  const answers: Json[] = [];
  for (const server of serversOf(await ownerOf(service))) answers.push(...(await runSql(server, sql)).rows);
  return answers;
}

/** The maximum rows of rentals, fees and bookings that a transaction has read since the last call. */
async function createLargestBooking(): Promise<Json> {
  const read = await everywhere(
    `with read as (delete from rows_read returning name, rows)
     select name, max(rows)::integer as rows from read where name in ('${tables.join("', '")}') group by name`,
  );
  return Object.fromEntries(read.map(({ name, rows }) => [String(name), rows]));
}

const nights = (number: number): Json => {
  const arrival = (parseDay("2090-01-01") ?? 0) + number;
  return { start_at: formatDay(arrival), end_at: formatDay(arrival + 1) };
};

// More than five each: from the sixth execution on, a connection may use a generic plan.
describe("in an account of thousands of rentals", () => {
  test("a creation only reads its rental and that rental's fees", async () => {
    for (let n = 0; n < 10; n++) await aBooking(client, rental, { ...nights(n), initial_price: "120.00" });
    const { rentals, rentals_fees } = await createLargestBooking();
    expect(rentals).toBeGreaterThan(0);
    expect(rentals).toBeLessThan(others / 10);
    expect(rentals_fees).toBeGreaterThan(0);
    expect(rentals_fees).toBeLessThan(others / 10);
  });

  test("a creation does not read its rental's later bookings", async () => {
    await createLargestBooking();
    for (let n = 40; n < 50; n++) await aBooking(client, rental, nights(n));
    const { bookings } = await createLargestBooking();
    expect(bookings).toBeGreaterThan(0);
    expect(bookings).toBeLessThan(later / 10);
  });

  test("concurrent creations only read their own rentals, fees and bookings (docs/design/writes.md)", async () => {
    const rows = await service.sql("select id from rentals where account_id = $1 order by id desc limit 8", [account]);
    await createLargestBooking();
    for (let n = 60; n < 72; n++)
      await Promise.all(rows.map((one) => aBooking(client, one, { ...nights(n), initial_price: "120.00" })));
    const read = await createLargestBooking();
    for (const table of tables) {
      expect(read[table], table).toBeGreaterThan(0);
      expect(read[table], table).toBeLessThan(others / 10);
    }
  });

  test("a change of nights only reads its rental", async () => {
    const stay = await aBooking(client, rental, nights(20));
    await createLargestBooking();
    for (let n = 21; n < 31; n++) expect((await changing(client, stay, nights(n))).status).toBe(200);
    const { rentals } = await createLargestBooking();
    expect(rentals).toBeGreaterThan(0);
    expect(rentals).toBeLessThan(others / 10);
  });
});
