import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, realpath, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { Database } from "../../src/database/database.ts";
import { runningEmbeddedPostgres, type ServerAddress } from "@roost/embedded-postgres";
import { placesIn } from "../../packages/embedded-postgres/src/places.ts";
import { scopes as allScopes, isScope } from "../../src/kernel/scopes.ts";
import { issueAccessToken } from "../../src/modules/access/access-token.ts";
import { compileCache } from "../harness/compile-cache.ts";
import { aDatabase, runSql, urlOf } from "../harness/databases.ts";
import { movedClock } from "../harness/moved-clock.ts";

const root = join(import.meta.dirname, "..", "..");
const direct = [process.execPath, join(root, "bin", "start.js")];

/** As people start it, through npm and its shell. */
export const npmStart = ["npm", "start"];

export interface User {
  readonly uid: number;
  readonly gid: number;
}

/** How a process ended. */
export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The real service in a process of its own: Node alone, or what `npm start` makes of it. */
export class Service {
  readonly process: ChildProcess;
  readonly ended: Promise<End>;
  /** What it wrote so far. */
  out = "";
  err = "";

  constructor(environment: Record<string, string>, user?: User, [program = "", ...words] = direct) {
    const { PATH = "", NODE_OPTIONS = "", TMPDIR = "/tmp" } = process.env;
    this.process = spawn(program, words, {
      cwd: root,
      ...user,
      // The compile cache only saves time: a test starts many.
      env: { ...movedClock(), PATH, NODE_OPTIONS, TMPDIR, NODE_COMPILE_CACHE: compileCache, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    this.process.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.out += text;
    });
    this.process.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.err += text;
    });
    // "close" and not "exit": by then all that it wrote has been read.
    this.ended = once(this.process, "close").then(([code, signal]) => ({ code, signal }));
    onTestFinished(async () => {
      if (this.lives) this.process.kill("SIGTERM");
      await Promise.race([this.ended, wait(20_000)]);
      if (this.lives) this.process.kill("SIGKILL");
    });
  }

  get lives(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  /** Waits until it has printed its welcome, the last thing of a start. */
  async ready(): Promise<this> {
    await until(() => this.out.includes("://") || !this.lives);
    if (!this.lives) {
      await this.ended;
      throw new Error(`The service ended instead of starting: ${this.err}`);
    }
    return this;
  }

  signal(name: NodeJS.Signals): Promise<End> {
    this.process.kill(name);
    return this.ended;
  }

  /** The lines for the person who started it: what it wrote to standard error, without the log's JSON. */
  get complaints(): string[] {
    return this.err.split("\n").filter((line) => line !== "" && !line.startsWith("{"));
  }
}

/** Looks again and again until it is so; fails after a hundred seconds. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries++) {
    if (tries > 2000) throw new Error("It did not come to be so in a hundred seconds.");
    await wait(50);
  }
}

/** A directory of the test's own, for the data. */
export async function aDirectory(user?: User): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "roost-test-"));
  if (user) await chown(directory, user.uid, user.gid);
  onTestFinished(async () => {
    // A server that was killed leaves its socket's directory to the next start, and there is none.
    await rm(join(tmpdir(), placesIn(await realpath(directory)).name), { recursive: true, force: true });
    await rm(`${directory}.secrets-key`, { force: true });
    await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  return directory;
}

const tried = new Set<number>();

/** A port that nobody listens on, below those that the system gives to outgoing connections. */
export async function aPort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    if (tried.has(port)) continue;
    tried.add(port);
    const probe = createServer();
    const free = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false)).listen(port, "::", () => probe.close(() => resolve(true)));
    });
    if (free) return port;
  }
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
  const [account] = (
    await runSql(address, "insert into accounts (business_name) values ('Les Robles') returning id::int")
  ).rows;
  const scopes = Object.keys(allScopes)
    .filter(isScope)
    .filter((scope) => !scope.endsWith("_owned"));
  const [application] = (
    await runSql(
      address,
      "insert into applications (name, client_id, client_secret_digest, scopes, rate_limit) values ('Test', gen_random_uuid()::text, '\\x00', $1, 1000000) returning id::int",
      [scopes],
    )
  ).rows;
  await runSql(address, "insert into accounts_applications (account_id, application_id, scopes) values ($1, $2, $3)", [
    account.id,
    application.id,
    scopes,
  ]);
  const database = new Database(address, { connections: 1 });
  try {
    const token = await database.transaction((transaction) =>
      issueAccessToken(transaction, { account: account.id, application: application.id, scopes }),
    );
    return { account: account.id, token };
  } finally {
    await database.close();
  }
}
