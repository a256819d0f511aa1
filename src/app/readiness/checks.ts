import { join } from "node:path";
import type { OpenDatabase } from "../../database/open.ts";
import { jobsAreStuck, migrationComparison, takesWrites } from "../../database/readiness-probes.ts";
import type { Config } from "../config.ts";
import { isFull } from "./free-space.ts";
import type { Checks } from "./readiness.ts";

/** The readiness checks (docs/operate/monitor.md, Health): disk space, a writable database, its migrations, and running jobs. */
export function readinessChecks(
  config: Pick<Config, "databaseUrl" | "dataDirectory" | "filesDirectory" | "s3">,
  { database, jobs }: Pick<OpenDatabase, "database" | "jobs">,
): Checks {
  const directories = ownDirectories(config);
  const compare = migrationComparison();
  return [
    [
      "disk",
      async () => {
        const full = await Promise.all(directories.map(isFull));
        return full.includes(true) ? "The disk with the service's data is full." : undefined;
      },
    ],
    ["database", async () => ((await takesWrites(database)) ? undefined : "The database accepts no writes.")],
    [
      "migrations",
      async () => {
        const { pending, unknown } = await compare(database);
        if (pending.length > 0) return `The database is missing migrations: ${pending.join(", ")}.`;
        return unknown.length > 0 ? `A newer release has migrated the database: ${unknown.join(", ")}.` : undefined;
      },
    ],
    ["jobs", async () => ((await jobsAreStuck(jobs)) ? "Jobs are waiting, and no worker runs them." : undefined)],
  ];
}

/** Directories that this process writes to: files, unless in a bucket, and the embedded server's data. */
function ownDirectories({ databaseUrl, dataDirectory, filesDirectory, s3 }: Parameters<typeof readinessChecks>[0]) {
  const files = s3 ? [] : [filesDirectory ?? join(dataDirectory, "files")];
  return databaseUrl === undefined ? [...files, join(dataDirectory, "postgres")] : files;
}
