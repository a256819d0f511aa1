import { createHash } from "node:crypto";
import type pg from "pg";
import { MigrationError } from "../migration-error.ts";
import { sqlState } from "../sql/errors.ts";
import type { ServerAddress } from "./address.ts";
import { connectionConfig, type Role } from "./database.ts";
import { connectToPrimary } from "./primary.ts";

/** Connects as the owner of the database, as the migrations do, for the duration of `work`. */
export async function asOwner<T>(address: ServerAddress, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectToPrimary(address, connectionConfig(address, "owner"));
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The lock that lets one process set a login at a time: two at once fail. Any number, another than that of the migrations. */
const loginLock = 7_066_785_001;

/**
 * Lets a role log in with a password that only those who hold the owner's can derive, and answers its address.
 * For the embedded server, where the alternative would be to run as the superuser.
 */
export async function loginAs(role: Role, owner: ServerAddress): Promise<ServerAddress> {
  const password = createHash("sha256").update(`${role}:${owner.password}`).digest("hex");
  await asOwner(owner, (client) =>
    client.query(
      `begin; select pg_advisory_xact_lock(${loginLock}); alter role ${role} login password '${password}'; commit`,
    ),
  );
  return { ...owner, user: role, password };
}

/**
 * Lets a role log in, here and on the workers of a cluster. Roles belong to whole servers, and locks like `loginLock` to one database: who
 * sets a role in another one at the same moment is waited for, and then this fails and is tried again. Each time somebody else has succeeded.
 */
export async function letLogIn(client: pg.Client, role: Role): Promise<void> {
  for (;;) {
    try {
      await client.query(`alter role ${role} login`);
      return;
    } catch (error) {
      if (!isConcurrentUpdate(error)) throw error;
    }
  }
}

/** Whether somebody else has changed meanwhile what a command was about to change: PostgreSQL has no code for it. */
const isConcurrentUpdate = (error: unknown): boolean =>
  error instanceof Error && sqlState(error) === "XX000" && error.message.includes("tuple concurrently updated");

/**
 * Makes a role, which the owner may then become. Roles belong to the whole server, so another database's migration may make it at the
 * same moment.
 * @throws MigrationError when the owner may not do so
 */
export async function makeRole(client: pg.Client, role: Role): Promise<void> {
  const existing = await client.query("select from pg_roles where rolname = $1", [role]);
  if (existing.rowCount === 0) {
    await client.query(`create role ${role} nologin`).catch((error: unknown) => {
      const state = sqlState(error);
      if (state === "42501") {
        throw new MigrationError(
          `The login of DATABASE_URL may not create roles: create the role ${role} and grant it to that login.`,
        );
      }
      if (state !== "42710" && state !== "23505") throw error;
    });
  }
  await becomeRole(client, role);
}

/** Whether the login of a connection may become a role. Who created it is its member since PostgreSQL 16, but may not become it. */
export async function mayBecome(client: pg.Client, role: Role): Promise<boolean> {
  const found = await client.query<{ may: boolean }>(
    `select pg_has_role(current_user, oid, case when current_setting('server_version_num')::integer >= 160000 then 'set' else 'member' end) as may
     from pg_roles where rolname = $1`,
    [role],
  );
  return found.rows[0]?.may ?? false;
}

async function becomeRole(client: pg.Client, role: Role): Promise<void> {
  if (await mayBecome(client, role)) return;
  await client.query(`grant ${role} to current_user`).catch(async (error: unknown) => {
    if (sqlState(error) !== "42501") throw error;
    const found = await client.query<{ login: string }>("select quote_ident(current_user) as login");
    throw new MigrationError(
      `The login of DATABASE_URL may not become the role ${role}: have a superuser run "grant ${role} to ${found.rows[0]?.login}".`,
    );
  });
}
