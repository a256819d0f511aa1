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
import { until } from "../harness/until.ts";

export { aPort, type End, type User } from "../harness/running-service.ts";

/** Starts as a person does, through npm and its shell. */
export const npmStart = ["npm", "start"];

/** A service that stops with its test. */
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

/** A data directory for one test. */
export async function aDirectory(user?: User): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "roost-test-"));
  if (user) await chown(directory, user.uid, user.gid);
  onTestFinished(async () => {
    // A killed server leaves its socket's directory behind.
    await rm(join(tmpdir(), pathsIn(await realpath(directory)).name), { recursive: true, force: true });
    await rm(`${directory}.secrets-key`, { force: true });
    await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  return directory;
}

/** Settings of a plain HTTP service on loopback, with its own data and no demo. */
export async function plainSettings(directory?: string): Promise<Record<string, string>> {
  return {
    ROOST_TLS: "off",
    ROOST_DEMO: "off",
    ROOST_HTTP_PORT: String(await aPort()),
    ROOST_DATA_DIR: directory ?? (await aDirectory()),
  };
}

/**
 * The DATABASE_URL of the test's own migrated database on the test server. A start on it skips `initdb` and the migrations, which take
 * longest.
 */
export async function aDatabaseUrl(): Promise<string> {
  const database = await aDatabase();
  onTestFinished(() => database.drop());
  return urlOf(database.owner);
}

/**
 * The login of the server that runs on a service's data directory. Waits for a login: the server refuses them while it recovers from
 * a killed process.
 */
export async function serverOf(directory: string): Promise<ServerAddress> {
  let address: ServerAddress | undefined;
  await until(async () => {
    address = await runningEmbeddedPostgres(directory);
    return address !== undefined;
  });
  if (!address) throw new Error(`No PostgreSQL runs on ${directory}.`);
  return address;
}

/** Creates an account and an application with a token that has every scope and no practical rate limit. */
export async function aToken(address: ServerAddress): Promise<{ account: number; token: string }> {
  const account = await anAccountAt(address);
  const application = await anApplicationAt(address, account, fullScopes);
  return { account, token: await aTokenAt(address, { account, application, scopes: fullScopes }) };
}
