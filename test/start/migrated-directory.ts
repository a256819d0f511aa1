import { execFile } from "node:child_process";
import { cp, mkdir, realpath, rename } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { startEmbeddedPostgres } from "@roost/embedded-postgres";
import { inject } from "vitest";
import { pathsIn } from "../../packages/embedded-postgres/src/paths.ts";
import { migrate } from "../../src/database/migrate/migrate.ts";
import { onceARun } from "../harness/once-a-run.ts";
import { aDirectory } from "./service.ts";

/**
 * A data directory whose database is there and migrated, and empty: for what does not depend on how it came to be. A start on it is
 * without `initdb` and the migrations, which take longer than the rest of a start; they are done once a run, and each test has a copy.
 * @param where a directory of the test's own, which is made when it is not there; one in the temporary directory unless told otherwise
 */
export async function aMigratedDirectory(where?: string): Promise<string> {
  const made = join(inject("ofTheRun"), "migrated");
  await onceARun(made, () => makeAt(made));
  const directory = where ?? (await aDirectory());
  await mkdir(directory, { recursive: true });
  await copyCluster(made, directory);
  return directory;
}

async function makeAt(made: string): Promise<void> {
  const workshop = `${made}.new`;
  await mkdir(workshop);
  const server = await startEmbeddedPostgres({ directory: workshop, settings: { fsync: "off" } });
  try {
    await migrate(server.address);
  } finally {
    await server.stop();
  }
  await rename(workshop, made);
}

/** The server's data and its password. They belong to whom they belonged to: a server of root's runs as another user. */
async function copyCluster(from: string, to: string): Promise<void> {
  const { cluster, password } = pathsIn(await realpath(from));
  if (process.platform === "win32") {
    for (const path of [cluster, password]) await cp(path, join(to, basename(path)), { recursive: true });
  } else {
    await promisify(execFile)("cp", ["-a", cluster, password, to]);
  }
}
