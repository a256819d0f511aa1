import { createHash } from "node:crypto";
import type pg from "pg";
import { MigrationError } from "../migration-error.ts";
import { sqlState } from "../sql/errors.ts";
import type { ServerAddress } from "./address.ts";
import { connectionConfig, type Role } from "./database.ts";
import { connectToPrimary } from "./primary.ts";

/** Runs `work` on a connection as the database's owner. */
export async function asOwner<T>(address: ServerAddress, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectToPrimary(address, connectionConfig(address, "owner"));
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Advisory lock for changing a login: two concurrent changes fail. An arbitrary number that differs from the migration lock. */
const loginLock = 7_066_785_001;

/**
 * Lets a role log in with a password derived from the owner's, and returns its address. For the embedded server, where the
 * alternative is to run as the superuser.
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
 * Lets a role log in, here and on a cluster's workers. Roles belong to the whole server, but locks like `loginLock` to one database.
 * A concurrent change from another database makes this fail, so it retries.
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

/** Whether another session changed the same catalog row. PostgreSQL has no SQLSTATE for this. */
const isConcurrentUpdate = (error: unknown): boolean =>
  error instanceof Error && sqlState(error) === "XX000" && error.message.includes("tuple concurrently updated");

/**
 * Creates a role and lets the owner become it. Roles belong to the whole server, so another database's migration may create it at
 * the same time.
 * @throws MigrationError if the owner lacks the privileges
 */
export async function makeRole(client: pg.Client, role: Role): Promise<void> {
  const existing = await client.query("select from pg_roles where rolname = $1", [role]);
  if (existing.rowCount === 0) {
    await client.query(`create role ${role} nologin`).catch((error: unknown) => {
      const state = sqlState(error);
      if (state === "42501") {
        throw new MigrationError(
          `The DATABASE_URL login cannot create roles. Create the role ${role} and grant it to that login.`,
        );
      }
      if (state !== "42710" && state !== "23505") throw error;
    });
  }
  await becomeRole(client, role);
}

/** Whether the connection's login may become a role. Since PostgreSQL 16, a role's creator is a member but may not become it. */
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
      `The DATABASE_URL login cannot become the role ${role}. Have a superuser run "grant ${role} to ${found.rows[0]?.login}".`,
    );
  });
}
