import { createHash } from "node:crypto";
import pg from "pg";
import type { ServerAddress } from "./address.ts";
import { connectionConfig } from "./database.ts";
import { sqlState } from "./errors.ts";
import { type Migration, readMigrations } from "./migration-files.ts";
import { MigrationError } from "./migration-error.ts";
import { adoptPreRelease, type AppliedMigration, isPreRelease } from "./pre-release.ts";

/** The lock that lets one process migrate at a time; any number, the same in every release. */
const migrationLock = 7_066_785_000;

/**
 * Brings the schema up to date: the SQL files of `migrations/` in the order of their names, each in a transaction, forward only,
 * under an advisory lock. Makes the role `roost_app`, which the application connects as, and grants it what it needs.
 * @param files all that this release has, unless told otherwise
 * @returns the names of the migrations that were applied now
 * @throws MigrationError when the database is newer than this release, or an applied file has since been changed
 */
export async function migrate(address: ServerAddress, files?: readonly Migration[]): Promise<string[]> {
  const wanted = files ?? (await readMigrations());
  return asOwner(address, async (client) => {
    await client.query("set statement_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await makeRole(client, await serverVersion(client));
    await client.query(
      "create table if not exists roost_migrations (name text primary key, digest text not null, applied_at timestamptz not null default now())",
    );
    const adopted = await adopt(client, wanted);
    return [...adopted, ...(await applyMissing(client, wanted))];
  });
}

/**
 * Lets `roost_app` log in with a password that only those who hold the owner's can derive, and answers its address.
 * For the embedded server, where the alternative would be to run as the superuser.
 */
export async function applicationLogin(owner: ServerAddress): Promise<ServerAddress> {
  const password = createHash("sha256").update(`roost_app:${owner.password}`).digest("hex");
  await asOwner(owner, (client) => client.query(`alter role roost_app login password '${password}'`));
  return { ...owner, user: "roost_app", password };
}

async function asOwner<T>(address: ServerAddress, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connectionConfig(address, "owner"));
  // The statement that was under way fails as well, and says so; an error that nobody listens to would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function appliedMigrations(client: pg.Client): Promise<AppliedMigration[]> {
  return (await client.query<AppliedMigration>("select name, digest from roost_migrations")).rows;
}

async function adopt(client: pg.Client, files: readonly Migration[]): Promise<string[]> {
  const applied = await appliedMigrations(client);
  return isPreRelease(applied) ? inTransaction(client, () => adoptPreRelease(client, applied, files)) : [];
}

async function applyMissing(client: pg.Client, files: readonly Migration[]): Promise<string[]> {
  const applied = await appliedMigrations(client);
  for (const { name } of applied) {
    if (!files.some((file) => file.name === name)) {
      throw new MigrationError(
        `The database has the migration ${name}, which this release does not know: it was used by a newer one.`,
      );
    }
  }
  const digests = new Map(applied.map((row) => [row.name, row.digest]));
  for (const { name, digest } of files) {
    if (digests.has(name) && digests.get(name) !== digest) {
      throw new MigrationError(
        `The migration ${name} was changed after it had been applied: start the release that the database was last used with, unchanged.`,
      );
    }
  }
  const missing = files.filter(({ name }) => !digests.has(name));
  for (const migration of missing) await inTransaction(client, () => apply(client, migration));
  return missing.map(({ name }) => name);
}

async function apply(client: pg.Client, { name, sql, digest }: Migration): Promise<void> {
  await client.query(sql);
  await client.query("insert into roost_migrations (name, digest) values ($1, $2)", [name, digest]);
}

/** What is made in it, `roost_app` may use. */
async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    const result = await work();
    await grant(client);
    await client.query("commit");
    return result;
  } catch (error) {
    // The error that counts is the first one: a connection that is gone cannot roll back, and need not.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

async function grant(client: pg.Client): Promise<void> {
  await client.query("grant usage on schema public to roost_app");
  await client.query("grant select, insert, update on all tables in schema public to roost_app");
  await client.query("grant usage on all sequences in schema public to roost_app");
  await client.query("revoke all on roost_migrations from roost_app");
}

/** Roles belong to the whole server, so another database's migration may make it at the same moment. */
async function makeRole(client: pg.Client, version: number): Promise<void> {
  const existing = await client.query("select from pg_roles where rolname = 'roost_app'");
  if (existing.rowCount === 0) {
    await client.query("create role roost_app nologin").catch((error: unknown) => {
      const state = sqlState(error);
      if (state === "42501") {
        throw new MigrationError(
          "The login of DATABASE_URL may not create roles: create the role roost_app and grant it to that login.",
        );
      }
      if (state !== "42710" && state !== "23505") throw error;
    });
  }
  await becomeRole(client, version);
}

/** The owner connects as `roost_app` later on. Who created a role is its member since PostgreSQL 16, but may not become it. */
async function becomeRole(client: pg.Client, version: number): Promise<void> {
  const may = await client.query<{ may: boolean; login: string }>(
    "select pg_has_role(current_user, 'roost_app', $1) as may, quote_ident(current_user) as login",
    [version >= 160_000 ? "set" : "member"],
  );
  if (may.rows[0]?.may) return;
  await client.query("grant roost_app to current_user").catch((error: unknown) => {
    if (sqlState(error) !== "42501") throw error;
    throw new MigrationError(
      `The login of DATABASE_URL may not become the role roost_app: have a superuser run "grant roost_app to ${may.rows[0]?.login}".`,
    );
  });
}

/** The server's version as a number: 180004 is 18.4. @throws MigrationError for one that is too old */
async function serverVersion(client: pg.Client): Promise<number> {
  const version = await client.query<{ number: number }>(
    "select current_setting('server_version_num')::integer as number",
  );
  const number = version.rows[0]?.number ?? 0;
  if (number < 150_000) throw new MigrationError("Roost needs PostgreSQL 15 or newer.");
  return number;
}
