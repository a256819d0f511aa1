import { inject } from "vitest";
import type { ServerAddress } from "../../src/database/connect/address.ts";
import { runSql } from "./databases.ts";
import type { TestService } from "./service.ts";

/** The owner's login to a service's database. */
export async function ownerOf(service: TestService): Promise<ServerAddress> {
  const [row] = await service.sql("select current_database() as name");
  return { ...inject("owner"), database: String(row?.name) };
}

/** Whether the tests run on a cluster, where a worker holds an account's rows. */
export const onCluster = (): boolean => inject("workers").length > 0;

/** The owner's logins to a database on each server; on a cluster, the coordinator first. */
export const serversOf = (owner: ServerAddress): readonly ServerAddress[] => [
  owner,
  ...inject("workers").map((worker) => ({ ...worker, database: owner.database })),
];

/** Distributes a test's own table, which triggers write, with its account's rows over a cluster. Does nothing on one server. */
export async function spreadTable(owner: ServerAddress, table: string): Promise<void> {
  if (!onCluster()) return;
  await runSql(owner, `select create_distributed_table('${table}', 'account_id', colocate_with => 'rentals')`);
  // Workers use their own sequences.
  const [, ...workers] = serversOf(owner);
  for (const worker of workers) await runSql(worker, "grant usage on all sequences in schema public to roost_app");
}
