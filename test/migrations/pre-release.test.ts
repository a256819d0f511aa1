import { createHash, randomBytes } from "node:crypto";
import { beforeAll, expect, inject, onTestFinished, test } from "vitest";
import type { ServerAddress } from "../../src/database/connect/address.ts";
import { migrate } from "../../src/database/migrate/migrate.ts";
import { readMigrations } from "../../src/database/migrate/migration-files.ts";
import { baseline, preReleaseFolder } from "../../src/database/migrate/pre-release.ts";
import { aDatabase, runSql } from "../harness/databases.ts";
import { catalogOf } from "./catalog.ts";

const preRelease = await readMigrations(preReleaseFolder);

/** Two files were changed after they had been applied: what stood in them before. */
const earlierForms: Readonly<
  Record<string, { readonly digest: string; readonly changes: readonly [string, string][] }>
> = {
  "the service, landed first": {
    digest: "c5320f5e1d23a7d4f9f6f49a1f70ed071721c4fba0306ea827a63c79a2db8353",
    changes: [
      [
        "Times that people\n-- set are kept in whole seconds, times of changes in microseconds.",
        "Times are kept in whole seconds.",
      ],
      [
        "  expires_at timestamptz,\n  revoked_at timestamptz,\n",
        "  expires_at timestamptz(0),\n  revoked_at timestamptz(0),\n",
      ],
    ],
  },
  "the service with another comment": {
    digest: "fe5080dd2f3d357621c15196f2dd8eea4148aea2f24ef80afb67d32170f074c6",
    changes: [
      [
        "Times that people\n-- set are kept in whole seconds, times of changes in microseconds.",
        "Times are kept in whole seconds.",
      ],
    ],
  },
  "the search without its third index": {
    digest: "1462c1f1558683a224dcc530db9e555be2f48e40792d9c8db26926f67179017f",
    changes: [
      [
        `
-- One calendar from a day on: what a new booking, and a map of the calendar, look at. Without the bookings of former years.
create index bookings_of_calendar on bookings (account_id, rental_id, end_at) include (start_at, tentative_expires_at)
  where canceled_at is null;
`,
        "",
      ],
    ],
  },
};

const digestOf = (sql: string): string => createHash("sha256").update(sql).digest("hex");

interface Applied {
  readonly name: string;
  readonly sql: string;
}

/** A migration of before 0.1.0 by its number, in its last form or in the earlier one. */
function migration(number: number, form?: string): Applied {
  const found = preRelease[number - 1];
  if (!found) throw new Error(`There was no migration ${number}.`);
  if (form === undefined) return found;
  let { sql } = found;
  const earlier = earlierForms[form];
  for (const [now, before] of earlier?.changes ?? []) sql = sql.replace(now, before);
  expect(digestOf(sql)).toBe(earlier?.digest);
  return { name: found.name, sql };
}

const some = (...numbers: number[]): Applied[] => numbers.map((number) => migration(number));

async function anEmptyDatabase(): Promise<{ address: ServerAddress; drop: () => Promise<void> }> {
  const server = inject("owner");
  const address = { ...server, database: `pre_release_${randomBytes(6).toString("hex")}` };
  await runSql(server, `create database ${address.database}`);
  const drop = async () => {
    await runSql(server, `drop database ${address.database} with (force)`);
  };
  return { address, drop };
}

/** A database as Roost left it before 0.1.0: with these migrations, and with a guest who has booked. */
async function aPreReleaseDatabase(applied: readonly Applied[]): Promise<ServerAddress> {
  const { address, drop } = await anEmptyDatabase();
  onTestFinished(drop);
  const notes =
    "create table roost_migrations (name text primary key, digest text not null, applied_at timestamptz not null default now())";
  const steps = applied.map(({ name, sql }, index) => {
    const note = `insert into roost_migrations (name, digest) values ('${name}', '${digestOf(sql)}')`;
    return [sql, note, grants, index === 0 ? someData : ""].join(";\n");
  });
  await runSql(address, [notes, ...steps].join(";\n"));
  return address;
}

/** What was done after each of them at that time. */
const grants = `
  grant usage on schema public to roost_app;
  grant select, insert, update on all tables in schema public to roost_app;
  grant usage on all sequences in schema public to roost_app;
  grant delete on rentals_rentals_tags, bookings_bookings_tags to roost_app;
  revoke all on roost_migrations from roost_app;
`;

const someData = `
  insert into accounts (business_name) values ('Les Robles');
  insert into rentals (account_id, name) values (1, 'Cottage'), (1, 'Mill');
  insert into applications (name, client_id, client_secret_digest, scopes) values ('Channel', 'c', '', '{public}');
  insert into accounts_applications (account_id, application_id, scopes) values (1, 1, '{public}');
  insert into access_tokens (digest, account_id, application_id, scopes, expires_at) values ('x', 1, 1, '{public}', '2030-01-01 10:00Z');
  insert into bookings (account_id, rental_id, start_at, end_at, booked, unavailable, created_by_id, created_by_type, currency)
    values (1, 1, '2030-05-01 16:00Z', '2030-05-08 10:00Z', true, false, 1, 'Application', 'EUR');
`;

/** What 0.1.0 had: later migrations find the same schema in every database that was brought to it. */
const released = (await readMigrations()).filter(({ name }) => baseline.includes(name));

/** A database that migrations have made out of nothing. */
interface Made {
  readonly catalog: string[];
  readonly migrations: unknown[];
}

/** As 0.1.0 made it, and as this release does. */
let first: Made;
let today: Made;
beforeAll(async () => {
  const database = await aDatabase();
  today = await madeOf(database.owner);
  await database.drop();
  const empty = await anEmptyDatabase();
  await migrate(empty.address, released);
  first = await madeOf(empty.address);
  await empty.drop();
});

const madeOf = async (address: ServerAddress): Promise<Made> => ({
  catalog: await catalogOf(address),
  migrations: await migrationsOf(address),
});

const migrationsOf = async (address: ServerAddress): Promise<unknown[]> =>
  (await runSql(address, "select name, digest from roost_migrations order by 1")).rows;

const all = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

test.each<[string, Applied[], string[]]>([
  ["all ten, as they landed last", some(...all), []],
  ["the first four, as they landed before", some(1, 2, 3, 4), preRelease.slice(4).map(({ name }) => name)],
  [
    "the first alone, as it landed first",
    [migration(1, "the service, landed first")],
    preRelease.slice(1).map(({ name }) => name),
  ],
  [
    "the first four with another comment",
    [migration(1, "the service with another comment"), ...some(2, 3, 4)],
    preRelease.slice(4).map(({ name }) => name),
  ],
  [
    "all ten with the search that was changed afterwards",
    [...some(1, 2, 3, 4, 5, 6, 7), migration(8, "the search without its third index"), ...some(9, 10)],
    [],
  ],
  ["those of a tree between", some(1, 2, 3, 4, 5, 7, 8, 10), [6, 9].map((number) => migration(number).name)],
])("a database with the migrations before 0.1.0 is brought to the schema of 0.1.0: %s", async (_, applied, missing) => {
  const address = await aPreReleaseDatabase(applied);
  expect(await migrate(address, released)).toEqual(missing);
  expect(await madeOf(address)).toEqual(first);
  expect((await runSql(address, kept)).rows).toEqual([stillThere]);
  expect(await migrate(address, released)).toEqual([]);
});

test("a database with the migrations before 0.1.0 is brought to the schema of today, with its rows", async () => {
  const address = await aPreReleaseDatabase(some(...all));
  await migrate(address);
  expect(await madeOf(address)).toEqual(today);
  expect((await runSql(address, kept)).rows).toEqual([stillThere]);
  expect(await migrate(address)).toEqual([]);
});

const kept = `select (select count(*)::int from nightly_rate_maps) as maps, rentals.name, lower(nights)::text as arrival, expires_at
  from bookings join rentals on rentals.id = rental_id join access_tokens on access_tokens.account_id = rentals.account_id`;
const stillThere = { maps: 2, name: "Cottage", arrival: "2030-05-01", expires_at: new Date("2030-01-01T10:00:00Z") };

test("one that no landed tree made is refused in one sentence, and left as it was", async () => {
  const { name, sql } = migration(4);
  const address = await aPreReleaseDatabase([...some(1, 2, 3), { name, sql: `${sql}\n-- Mine.` }]);
  const before = await catalogOf(address);
  await expect(migrate(address)).rejects.toThrow(
    "The database was made by a version of Roost from before 0.1.0 that cannot be upgraded (its 0004_rates.sql is in no release): " +
      "start on an empty ROOST_DATA_DIR or database.",
  );
  expect(await catalogOf(address)).toEqual(before);
});
