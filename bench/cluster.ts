import type { ServerAddress } from "../src/database/connect/address.ts";
import { withOwner } from "./fixture.ts";

/** A coordinator's workers, each with its login. */
export function workersOf(coordinator: ServerAddress): Promise<ServerAddress[]> {
  return withOwner(coordinator, async (client) => {
    const { rows } = await client.query<Pick<ServerAddress, "host" | "port">>(
      "select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 and noderole = 'primary' order by 2",
    );
    return rows.map((row) => ({ ...coordinator, ...row }));
  });
}

/** Creates an empty database on each server: first the coordinator, then its workers. */
export async function makeClusterDatabase(
  [coordinator, ...workers]: readonly [ServerAddress, ...ServerAddress[]],
  database: string,
): Promise<ServerAddress> {
  for (const server of [coordinator, ...workers]) {
    await withOwner(server, async (client) => {
      await client.query(`drop database if exists ${database} with (force)`);
      await client.query(`create database ${database}`);
    });
    await withOwner({ ...server, database }, (client) => client.query("create extension citus"));
  }
  const made = { ...coordinator, database };
  await withOwner(made, async (client) => {
    await client.query("select citus_set_coordinator_host($1, $2)", [coordinator.host, coordinator.port]);
    for (const { host, port } of workers) await client.query("select citus_add_node($1, $2)", [host, port]);
  });
  return made;
}

/** Deletes a database on each server. */
export async function dropEverywhere(servers: readonly ServerAddress[], database: string): Promise<void> {
  for (const server of servers)
    await withOwner(server, (client) => client.query(`drop database if exists ${database} with (force)`));
}
