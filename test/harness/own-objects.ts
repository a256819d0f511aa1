import { inject } from "vitest";
import type { ServerAddress } from "../../src/database/connect/address.ts";
import { runSql } from "./databases.ts";
import type { TestService } from "./service.ts";

/** The owner's login to the database of a service. */
export async function ownerOf(service: TestService): Promise<ServerAddress> {
  const [row] = await service.sql("select current_database() as name");
  return { ...inject("owner"), database: String(row?.name) };
}

/** Whether the tests run on a cluster, where an account's rows lie on one of the workers. */
export const onCluster = (): boolean => inject("workers").length > 0;

/** The owner's logins to a database on each server: of a cluster, first the coordinator. */
export const serversOf = (owner: ServerAddress): readonly ServerAddress[] => [
  owner,
  ...inject("workers").map((worker) => ({ ...worker, database: owner.database })),
];

/**
 * Lets every server of a cluster know a table of a test's own, which triggers write: its rows lie with their account's. On one server there
 * is nothing to do.
 */
export async function spreadTable(owner: ServerAddress, table: string): Promise<void> {
  if (!onCluster()) return;
  await runSql(owner, `select create_distributed_table('${table}', 'account_id', colocate_with => 'rentals')`);
  // What the workers number themselves is numbered by sequences of theirs.
  const [, ...workers] = serversOf(owner);
  for (const worker of workers) await runSql(worker, "grant usage on all sequences in schema public to roost_app");
}
