import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { assertDirect } from "../../src/database/connect/pooler.ts";
import { openDatabase } from "../../src/database/open.ts";
import { until } from "../harness/until.ts";
import { aPort } from "../start/service.ts";

/** PgBouncer's path on this machine; Debian installs it outside most users' PATH. */
function installedPath(): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];
  return folders.map((folder) => join(folder, "pgbouncer")).find((path) => existsSync(path));
}

const program = installedPath();

/** Starts a PgBouncer in front of the test server. @returns its DATABASE_URL */
async function aPooler(settings: string, database = ""): Promise<string> {
  const { host, port, user, password } = inject("owner");
  const [directory, listening] = [await mkdtemp(join(tmpdir(), "roost-pooler-")), await aPort()];
  await chmod(directory, 0o755);
  const file = join(directory, "pgbouncer.ini");
  await writeFile(
    file,
    `[databases]\npostgres = host=${host} port=${port} user=${user} password=${password} ${database}\n` +
      `[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${listening}\nunix_socket_dir =\nauth_type = any\n${settings}\n`,
  );
  const isRoot = process.getuid?.() === 0;
  const pooler: ChildProcess = spawn(program ?? "", [file], {
    stdio: "ignore",
    // PgBouncer refuses to run as root.
    ...(isRoot ? { uid: 65534, gid: 65534 } : {}),
  });
  onTestFinished(async () => {
    pooler.kill("SIGINT");
    if (pooler.exitCode === null) await once(pooler, "exit");
    await rm(directory, { recursive: true, force: true });
  });
  await until(() => answers(listening));
  return `postgres://${user}@127.0.0.1:${listening}/postgres`;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

const sentence =
  /^DATABASE_URL leads to a connection pooler such as PgBouncer, but Roost needs a direct connection: .*\.$/;

const refusalAt = (databaseUrl: string): Promise<string> =>
  openDatabase({ databaseUrl, dataDirectory: "" }, () => undefined).then(
    async (opened) => {
      await opened.close();
      return "The database opened.";
    },
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

test("accepts a direct connection to PostgreSQL", async () => {
  await assertDirect(inject("owner"));
});

describe.skipIf(program === undefined)(
  "behind PgBouncer (skipped where it is not installed: apt install pgbouncer)",
  () => {
    test("refuses to start on a pooler that rejects connection settings, in transaction and session mode", async () => {
      expect(await refusalAt(await aPooler("pool_mode = transaction"))).toMatch(sentence);
      expect(await refusalAt(await aPooler("pool_mode = session"))).toMatch(sentence);
    });

    test("refuses to start on a pooler that drops connection settings such as the role", async () => {
      const dropping = "ignore_startup_parameters = options, extra_float_digits";
      expect(await refusalAt(await aPooler(`pool_mode = session\n${dropping}`))).toMatch(sentence);
    });

    test("refuses to start on a pooler that shares a server process between connections", async () => {
      const url = await aPooler(
        "pool_mode = transaction\nignore_startup_parameters = options",
        "connect_query='set roost.direct = yes'",
      );
      expect(await refusalAt(url)).toMatch(sentence);
    });
  },
);
