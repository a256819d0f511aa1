import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { ServerAddress } from "../src/database/connect/address.ts";
import { BenchError } from "./bench.ts";

/** Milliseconds between two attempts, and until the timeout. */
const pause = 5;
const timeoutMs = 60_000;

/**
 * Starts the service as `npm start` does, on an existing database, and waits for its first response.
 * @param path the requested path
 * @returns milliseconds from the process's start to the end of the response
 */
export async function startUp(database: ServerAddress, path: string, token: string): Promise<number> {
  const [port, directory] = [await freePort(), await mkdtemp(join(tmpdir(), "roost-bench-start-"))];
  const { user, password, host, port: databasePort, database: name } = database;
  const url = `postgres://${user}:${encodeURIComponent(password)}@localhost/${name}?host=${encodeURIComponent(host)}&port=${databasePort}`;
  const began = performance.now();
  const service = spawn(process.execPath, [join(import.meta.dirname, "..", "bin", "start.js")], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      DATABASE_URL: url,
      ROOST_DATA_DIR: join(directory, "data"),
      ROOST_TLS: "off",
      ROOST_HTTP_PORT: String(port),
      ROOST_DEMO: "off",
      ROOST_LOG_LEVEL: "silent",
    },
  });
  const ended = once(service, "exit");
  try {
    const headers = { authorization: `Bearer ${token}` };
    for (;;) {
      const response = await fetch(`http://localhost:${port}${path}`, { headers }).catch(() => undefined);
      if (response?.status === 200) {
        await response.arrayBuffer();
        return performance.now() - began;
      }
      if (response) throw new BenchError(`${path} returned ${response.status} at the start: ${await response.text()}`);
      if (service.exitCode !== null || performance.now() - began > timeoutMs)
        throw new BenchError("The service did not start.");
      await wait(pause);
    }
  } finally {
    service.kill("SIGTERM");
    await ended;
    await rm(directory, { recursive: true, force: true });
  }
}

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || address === null) throw new BenchError("No free port.");
  return address.port;
}
