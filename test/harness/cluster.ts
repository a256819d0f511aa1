import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { makeClusterDatabase, workersOf } from "../../bench/cluster.ts";
import { buildConsole } from "../../bin/build-console.js";
import type { ServerAddress } from "../../src/database/connect/address.ts";
import { distribute } from "../../src/database/distribute/distribute.ts";
import { migrate } from "../../src/database/migrate/migrate.ts";
import { addressOf } from "../../src/database/open.ts";
import { closeDatabase, runSql, templateName } from "./databases.ts";

/**
 * Replaces `server.ts` for `npm run test:citus`: uses the cluster whose coordinator is `CITUS_URL`. A distributed template is created on all
 * servers. Copying it on each gives a distributed database, because tables, shards and their metadata lie in the databases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.CITUS_URL;
  if (!url) throw new Error("CITUS_URL is required: a coordinator's URL with its superuser's login");
  await buildConsole();
  const coordinator = addressOf(url);
  const workers = await workersOf(coordinator);
  const servers = [coordinator, ...workers] as const;
  for (const server of servers) await prepare(server);
  const template = await makeClusterDatabase(servers, templateName);
  await migrate(template);
  await distribute(template);
  for (const server of servers) await closeDatabase(server, templateName);
  const ofTheRun = await mkdtemp(join(tmpdir(), "roost-run-"));
  project.provide("owner", coordinator);
  project.provide("workers", workers);
  project.provide("application", { ...coordinator, user: "roost_app" });
  project.provide("ofTheRun", ofTheRun);
  return () => rm(ofTheRun, { recursive: true, force: true });
}

/** The settings that operations.md requires, one shard per worker, and no waiting for the disk. */
const settings = {
  "citus.enable_unsafe_triggers": "on",
  "citus.allow_nested_distributed_execution": "on",
  "citus.shard_count": "2",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  track_commit_timestamp: "on",
};

/** Applies the settings and removes an earlier run's objects. */
async function prepare(server: ServerAddress): Promise<void> {
  for (const [name, value] of Object.entries(settings)) await runSql(server, `alter system set ${name} = '${value}'`);
  await runSql(server, "select pg_reload_conf()");
  const { rows } = await runSql(
    server,
    "select datname from pg_database where datname = 'roost_filled' or datname like any (array['roost\\_demo\\_%', 'test\\_%'])",
  );
  for (const { datname } of rows) await runSql(server, `drop database ${datname} with (force)`);
}
