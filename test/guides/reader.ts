import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { aPort, RunningService } from "../harness/running-service.ts";
import { npmStart } from "../start/service.ts";

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

/** Runs `npm start` in a clone, with only the ports set. */
async function start(clone: string): Promise<RunningService> {
  const ports = { ROOST_HTTP_PORT: String(await aPort()), ROOST_HTTPS_PORT: String(await aPort()) };
  return new RunningService(ports, undefined, ["sh", "-c", `cd '${clone}' && exec ${npmStart.join(" ")}`]).ready();
}

/** Starts a clone once per test file. Each guide gets a copy of it. */
export async function firstStart(): Promise<{ readonly clone: string; readonly out: string }> {
  const clone = await aClone();
  const service = await start(clone);
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
