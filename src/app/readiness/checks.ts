import { join } from "node:path";
import type { OpenDatabase } from "../../database/open.ts";
import { jobsAreStuck, migrationComparison, takesWrites } from "../../database/readiness-probes.ts";
import type { Config } from "../config.ts";
import { isFull } from "./free-room.ts";
import type { Checks } from "./readiness.ts";

/** What the service needs to serve (operations.md, One process): room, a database that takes writes, its migrations, and somebody on the jobs. */
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
        return full.includes(true) ? "The disk of the service's own data is full." : undefined;
      },
    ],
    ["database", async () => ((await takesWrites(database)) ? undefined : "The database takes no writes.")],
    [
      "migrations",
      async () => {
        const { pending, unknown } = await compare(database);
        if (pending.length > 0) return `The database lacks migrations: ${pending.join(", ")}.`;
        return unknown.length > 0 ? `A newer release has migrated the database: ${unknown.join(", ")}.` : undefined;
      },
    ],
    ["jobs", async () => ((await jobsAreStuck(jobs)) ? "Jobs wait, and nobody works on them." : undefined)],
  ];
}

/** Where this process itself writes: files, unless they are in a bucket, and the embedded server's data. */
function ownDirectories({ databaseUrl, dataDirectory, filesDirectory, s3 }: Parameters<typeof readinessChecks>[0]) {
  const files = s3 ? [] : [filesDirectory ?? join(dataDirectory, "files")];
  return databaseUrl === undefined ? [...files, join(dataDirectory, "postgres")] : files;
}
