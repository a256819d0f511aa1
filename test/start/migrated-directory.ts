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
 * A data directory with a migrated, empty database. A start on it skips `initdb` and the migrations, which take longest: they run once per
 * run, and each test gets a copy.
 * @param where the test's directory, which is created if missing; defaults to a temporary one
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

/** Copies the server's data and password and keeps their owner: root's server runs as another user. */
async function copyCluster(from: string, to: string): Promise<void> {
  const { cluster, password } = pathsIn(await realpath(from));
  if (process.platform === "win32") {
    for (const path of [cluster, password]) await cp(path, join(to, basename(path)), { recursive: true });
  } else {
    await promisify(execFile)("cp", ["-a", cluster, password, to]);
  }
}
