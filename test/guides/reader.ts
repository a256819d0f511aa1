import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished } from "vitest";
import { runSql } from "../harness/databases.ts";
import { aPort, RunningService } from "../harness/running-service.ts";
import { npmStart, serverOf } from "../start/service.ts";

const root = join(import.meta.dirname, "..", "..");

/** A reader's clone, its running service and the output of its first start. */
export interface Reader {
  readonly cwd: string;
  readonly url: string;
  readonly out: string;
}

/** An installed clone with its own data directory. */
async function aClone(): Promise<string> {
  const clone = await mkdtemp(join(tmpdir(), "roost-clone-"));
  for (const entry of await readdir(root))
    if (!entry.startsWith("data") && entry !== ".git") await symlink(join(root, entry), join(clone, entry));
  return clone;
}

/** Runs `npm start` in a clone. A reader sets only the ports. */
async function start(clone: string, settings: Record<string, string> = {}): Promise<RunningService> {
  const ports = { ROOST_HTTP_PORT: String(await aPort()), ROOST_HTTPS_PORT: String(await aPort()) };
  return new RunningService({ ...ports, ...settings }, undefined, [
    "sh",
    "-c",
    `cd '${clone}' && exec ${npmStart.join(" ")}`,
  ]).ready();
}

const withoutPictures = `delete from graphile_worker._private_jobs as jobs using graphile_worker._private_tasks as tasks
  where tasks.id = jobs.task_id and tasks.identifier = 'draw_demo_pictures'`;

/** Starts a clone once per test file. Each guide gets a copy of it, without the job that draws pictures, which would run in each copy. */
export async function firstStart(): Promise<{ readonly clone: string; readonly out: string }> {
  const clone = await aClone();
  const service = await start(clone, { ROOST_WORKER: "off" });
  const { rowCount } = await runSql(await serverOf(join(clone, "data")), withoutPictures);
  expect(rowCount).toBeGreaterThan(0);
  await service.signal("SIGTERM");
  return { clone, out: service.out };
}

/** A reader with a running service and a fresh demo. */
export async function aReader({ clone, out }: Awaited<ReturnType<typeof firstStart>>): Promise<Reader> {
  const cwd = await aClone();
  // Preserve owners: when root runs the tests, another user owns the database files.
  const copied = ["data", "data.secrets-key"].map((name) => join(clone, name));
  await promisify(execFile)("cp", ["-a", ...copied, cwd]);
  const service = await start(cwd);
  onTestFinished(async () => {
    if (service.lives) await service.signal("SIGTERM");
    await rm(cwd, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  const url = /^Roost is ready .*: (\S+)$/m.exec(service.out)?.[1] ?? "";
  return { cwd, url, out };
}
