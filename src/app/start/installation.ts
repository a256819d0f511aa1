import { hasCluster, joinServer } from "../../database/connect/join-server.ts";
import { allMigrations, pendingMigrations } from "../../database/migrate/pending-migrations.ts";
import { MigrationError } from "../../database/migration-error.ts";
import { addressOf, joinDatabase, type OpenDatabase } from "../../database/open.ts";
import type { Installation } from "../../interfaces/cli/installation.ts";
import { ResourceRegistry } from "../../kernel/registry.ts";
import { issueDemoPassword } from "../../modules/platform/people/demo-user.ts";
import { readConfig } from "../config.ts";
import { countContent } from "../demo/content.ts";
import { seedDemoOnce } from "../demo/demo.ts";
import { openFiles } from "../files/open-files.ts";
import { assertNoLostDatabase } from "../preflight/lost-database.ts";
import { openSecrets } from "../secrets/open-secrets.ts";
import { startupErrorLine } from "./startup-error.ts";

async function open(
  environment: NodeJS.ProcessEnv,
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<OpenDatabase> {
  const config = readConfig(environment);
  const verbose = config.logLevel === "debug" || config.logLevel === "trace";
  assertNoLostDatabase(config);
  const report = (line: string): void => {
    if (verbose) log(line);
  };
  return joinDatabase(config, report, signal);
}

/** This installation, for the command line. */
export const installation: Installation = {
  open,
  explain: startupErrorLine,
  async registered() {
    const { resources, routes } = await import("../registry.ts");
    return { registry: new ResourceRegistry(resources), resources, routes };
  },
  async openSecrets(environment, database) {
    return openSecrets(readConfig(environment), database);
  },
  openFiles: (environment) => openFiles(readConfig(environment)),
  async rotateSecrets(environment, database, progress) {
    const { rotateSecrets } = await import("../secrets/rotate-secrets.ts");
    return rotateSecrets(readConfig(environment), database, progress);
  },
  async workOnJobs(environment, log, begun) {
    const { workOnJobs } = await import("../worker.ts");
    await workOnJobs(environment, (signal) => open(environment, log, signal), begun);
  },
  async backUp(environment, file, options, report) {
    const { makeBackup } = await import("../backup/make-backup.ts");
    return makeBackup(readConfig(environment), file, options, report);
  },
  async restore(environment, file, report) {
    const { restoreBackup } = await import("../backup/restore-backup.ts");
    return restoreBackup(readConfig(environment), file, report);
  },
  async backUpBase(environment, directory) {
    const { makeBaseBackup } = await import("../backup/base-backup.ts");
    return makeBaseBackup(readConfig(environment), directory);
  },
  async recover(environment, options) {
    const { recover } = await import("../backup/base-backup.ts");
    return recover(readConfig(environment), options);
  },
  async pendingMigrations(environment) {
    const config = readConfig(environment);
    if (config.databaseUrl === undefined && !hasCluster(config.dataDirectory)) return allMigrations();
    const server = await joinServer(config, "existing", () => undefined);
    return pendingMigrations(server.owner).finally(server.close);
  },
  async upgradeFromPreview(environment) {
    const config = readConfig(environment);
    assertNoLostDatabase(config);
    const { upgradeFromPreview } = await import("../../database/migrate/preview.ts");
    const server = await joinServer(config, "existing", () => undefined);
    return upgradeFromPreview(server.owner).finally(server.close);
  },
  async distribute(environment) {
    const { databaseUrl } = readConfig(environment);
    if (databaseUrl === undefined) {
      throw new MigrationError(
        "The embedded database cannot be distributed. Set DATABASE_URL to a Citus cluster's coordinator.",
      );
    }
    const { distribute } = await import("../../database/distribute/distribute.ts");
    return distribute(addressOf(databaseUrl));
  },
  async seedDemo(environment, database, { seed, progress }) {
    const config = readConfig(environment);
    const made = await seedDemoOnce(
      database,
      { secrets: await openSecrets(config, database), files: openFiles(config) },
      { seed, progress },
    );
    return {
      owner: made && (await database.transaction(issueDemoPassword)),
      content: { ...(made ?? (await database.transaction(countContent, "read"))) },
    };
  },
};
