import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import type { ServerAddress } from "../../src/database/connect/address.ts";
import { migrate } from "../../src/database/migrate/migrate.ts";
import { type Migration, readMigrations, readPreview } from "../../src/database/migrate/migration-files.ts";

/** A fixture's first line. */
export interface About {
  readonly release: string;
  readonly migrations: readonly Pick<Migration, "name" | "digest">[];
  /** The positions of all sequences. */
  readonly sequences: Readonly<Record<string, number>>;
  /** The account with a record of each resource, and those records' ids. */
  readonly account: number;
  readonly ids: Readonly<Record<string, number | string>>;
}

/** A release's database with rows in every table: a JSON line about it, then a line per table with its rows. */
export interface Fixture {
  readonly about: About;
  /** JSON arrays of objects as PostgreSQL wrote them, so that no number passes through JavaScript. */
  readonly rows: ReadonlyMap<string, string>;
}

const folder = import.meta.dirname;

/** All releases' fixtures. */
export async function fixtureNames(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(".jsonl.gz")).sort();
}

export async function readFixture(name: string): Promise<Fixture> {
  const [about = "", ...tables] = gunzipSync(await readFile(join(folder, name)))
    .toString()
    .trimEnd()
    .split("\n");
  const rows = tables.map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)] as const);
  return { about: JSON.parse(about), rows: new Map(rows) };
}

/** @returns the fixture's size in bytes */
export async function writeFixture({ about, rows }: Fixture): Promise<number> {
  const lines = [JSON.stringify(about), ...[...rows].map(([table, json]) => `${table} ${json}`)];
  const packed = gzipSync(`${lines.join("\n")}\n`, { level: 9 });
  await writeFile(join(folder, `${about.release}.jsonl.gz`), packed);
  return packed.length;
}

/** Reads all rows and sequence positions of a database. */
export async function dump(
  address: ServerAddress,
  known: Pick<About, "release" | "account" | "ids">,
): Promise<Fixture> {
  return withClient(address, async (client) => {
    const rows = new Map<string, string>();
    for (const table of await tablesOf(client)) {
      const columns = (await columnsOf(client, table)).join(", ");
      const found = await client.query<{ json: string }>(
        `select coalesce(json_agg(t order by t::text)::text, '[]') as json from (select ${columns} from ${table}) t`,
      );
      // Line breaks only separate rows: within a text they are escaped as \n.
      rows.set(table, (found.rows[0]?.json ?? "[]").replaceAll("\n", " "));
    }
    const migrations = await client.query<Migration>("select name, digest from roost_migrations order by name");
    const sequences = await client.query<{ name: string; value: number }>(
      "select quote_ident(sequencename) as name, last_value::integer as value from pg_sequences where schemaname = 'public' and last_value is not null",
    );
    const at = Object.fromEntries(sequences.rows.map(({ name, value }) => [name, value]));
    return { about: { ...known, migrations: migrations.rows, sequences: at }, rows };
  });
}

/** Loads a fixture into an empty database: its migrations' schema, then its rows. */
export async function restore(address: ServerAddress, { about, rows }: Fixture): Promise<void> {
  const files = [...(await readPreview()), ...(await readMigrations())];
  const named = about.migrations.map(({ name, digest }) => {
    const file = files.find((migration) => migration.name === name && migration.digest === digest);
    if (!file)
      throw new Error(`${name} of release ${about.release} is gone or was changed: no such database can be upgraded.`);
    return file;
  });
  await migrate(address, named);
  await withClient(address, async (client) => {
    // Without triggers and checks, so that rows load unchanged in any order.
    await client.query("set session_replication_role = replica");
    for (const [table, json] of rows) {
      const columns = (await columnsOf(client, table)).join(", ");
      // Removes rows that migrations inserted.
      await client.query(`delete from ${table}`);
      await client.query(
        `insert into ${table} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
        [json],
      );
    }
    for (const [name, value] of Object.entries(about.sequences))
      await client.query("select setval($1, $2)", [name, value]);
  });
}

/** The database's empty tables. */
export async function emptyTables(address: ServerAddress): Promise<string[]> {
  return withClient(address, async (client) => {
    const empty: string[] = [];
    for (const table of await tablesOf(client)) {
      if ((await client.query(`select from ${table} limit 1`)).rowCount === 0) empty.push(table);
    }
    return empty;
  });
}

async function withClient<T>(address: ServerAddress, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...address, options: "-c timezone=UTC" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const found = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname <> 'roost_migrations' order by 1`,
  );
  return found.rows.map(({ name }) => name);
}

/** Without generated columns. */
async function columnsOf(client: pg.Client, table: string): Promise<string[]> {
  const found = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return found.rows.map(({ name }) => name);
}
