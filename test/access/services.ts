import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import type { ServerAddress } from "../../src/database/connect/address.ts";
import type { Transport } from "../../src/interfaces/http/transport.ts";
import type { TestService } from "../harness/service.ts";
import { serve } from "./serve.ts";

/** The application's login to the service's database. */
export async function loginOf(service: TestService): Promise<ServerAddress> {
  const [row] = await service.sql("select current_database() as name");
  return { ...inject("application"), database: String(row?.name) };
}

/** Another service on the same database with its own memory; closed after the test. @returns its URL */
export async function anotherService(
  service: TestService,
  transport?: Transport,
  connections?: number,
): Promise<string> {
  const { url, close } = await serve(await loginOf(service), transport, connections);
  onTestFinished(close);
  return url;
}

/** A service in its own process. */
export interface ServiceProcess {
  readonly url: string;
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>;
}

/** Starts a service on the same database in its own process, which ends after the test at the latest. */
export async function aServiceProcess(service: TestService): Promise<ServiceProcess> {
  const process: ChildProcess = fork(join(import.meta.dirname, "service-process.ts"), [
    JSON.stringify(await loginOf(service)),
  ]);
  const kill = async (): Promise<void> => {
    if (process.exitCode !== null || process.signalCode !== null) return;
    process.kill("SIGKILL");
    await once(process, "exit");
  };
  onTestFinished(kill);
  const [url] = await once(process, "message");
  return { url: String(url), kill };
}
