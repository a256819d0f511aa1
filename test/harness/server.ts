import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@roost/embedded-postgres";
import type { TestProject } from "vitest/node";
import { buildConsole } from "../../bin/build-console.js";
import type { ServerAddress } from "../../src/database/connect/address.ts";
import { loginAs } from "../../src/database/connect/roles.ts";
import { migrate } from "../../src/database/migrate/migrate.ts";
import { runSql, templateName } from "./databases.ts";

declare module "vitest" {
  interface ProvidedContext {
    owner: ServerAddress;
    application: ServerAddress;
    /** A cluster's other servers, as their owner. Empty except in `npm run test:citus`. */
    workers: readonly ServerAddress[];
    /** A directory for the duration of the run. */
    ofTheRun: string;
  }
}

/** Starts one PostgreSQL for the whole run, without disk flushes. It holds a migrated template, which every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Services read it when they start.
  await buildConsole();
  const directory = await mkdtemp(join(tmpdir(), "roost-test-"));
  const ofTheRun = await mkdtemp(join(tmpdir(), "roost-run-"));
  const server = await startEmbeddedPostgres({
    directory,
    settings: {
      ...{
        fsync: "off",
        synchronous_commit: "off",
        full_page_writes: "off",
        max_connections: "300",
        max_prepared_transactions: "4",
        // The campaign reads commit times.
        track_commit_timestamp: "on",
      },
      // Hash iterations per login; PostgreSQL's default is 4096.
      scram_iterations: "1",
      // The kernel copies the template in less than half the time of reading and writing.
      ...(process.platform === "win32" ? {} : { file_copy_method: "clone" }),
    },
  });
  // Set again, to use the few iterations.
  await runSql(server.address, `alter role ${server.address.user} password '${server.address.password}'`);
  await runSql(server.address, `create database ${templateName}`);
  const template = { ...server.address, database: templateName };
  await migrate(template);
  const application = await loginAs("roost_app", template);
  project.provide("owner", server.address);
  project.provide("application", application);
  project.provide("workers", []);
  project.provide("ofTheRun", ofTheRun);
  return async () => {
    await server.stop();
    for (const made of [directory, ofTheRun]) await rm(made, { recursive: true, force: true });
  };
}
