import { chown, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { runningEmbeddedPostgres, type ServerAddress } from "@roost/embedded-postgres";
import { onTestFinished } from "vitest";
import { pathsIn } from "../../packages/embedded-postgres/src/paths.ts";
import { anAccountAt, anApplicationAt, aTokenAt, fullScopes } from "../harness/access.ts";
import { aDatabase, urlOf } from "../harness/databases.ts";
import { aPort, RunningService, type User } from "../harness/running-service.ts";

export { aPort, type End, type User } from "../harness/running-service.ts";

/** As people start it, through npm and its shell. */
export const npmStart = ["npm", "start"];

/** A service that ends with its test. */
export class Service extends RunningService {
  constructor(environment: Record<string, string>, user?: User, command?: string[]) {
    super(environment, user, command);
    onTestFinished(async () => {
      if (this.lives) this.process.kill("SIGTERM");
      await Promise.race([this.ended, wait(20_000)]);
      if (this.lives) this.process.kill("SIGKILL");
    });
  }
}

/** A directory of the test's own, for the data. */
export async function aDirectory(user?: User): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "roost-test-"));
  if (user) await chown(directory, user.uid, user.gid);
  onTestFinished(async () => {
    // A server that was killed leaves its socket's directory to the next start, and there is none.
    await rm(join(tmpdir(), pathsIn(await realpath(directory)).name), { recursive: true, force: true });
    await rm(`${directory}.secrets-key`, { force: true });
    await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  return directory;
}

/** The settings of a plain service on loopback, with data of its own and no demo. */
export async function plainSettings(directory?: string): Promise<Record<string, string>> {
  return {
    ROOST_TLS: "off",
    ROOST_DEMO: "off",
    ROOST_HTTP_PORT: String(await aPort()),
    ROOST_DATA_DIR: directory ?? (await aDirectory()),
  };
}

/**
 * The DATABASE_URL of a migrated database of the test's own on the test server: for what does not depend on where the database is. A start
 * on it is without `initdb` and the migrations, which take longer than all else.
 */
export async function aDatabaseUrl(): Promise<string> {
  const database = await aDatabase();
  onTestFinished(() => database.drop());
  return urlOf(database.owner);
}

/** The login of the server that runs on a service's data. */
export async function serverOf(directory: string): Promise<ServerAddress> {
  const address = await runningEmbeddedPostgres(directory);
  if (!address) throw new Error(`No PostgreSQL runs on ${directory}.`);
  return address;
}

/** Makes an account, and an application with a token for it that may do everything, as often as a test wants. */
export async function aToken(address: ServerAddress): Promise<{ account: number; token: string }> {
  const account = await anAccountAt(address);
  const application = await anApplicationAt(address, account, fullScopes);
  return { account, token: await aTokenAt(address, { account, application, scopes: fullScopes }) };
}
