import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import type { EmbeddedPostgresOptions, ServerAddress } from "../src/embedded-postgres.ts";
import { isRoot, quick, until } from "./fixture.ts";

/** A user for tests that start as root: it is in /etc/passwd and is not the server's `nobody`. */
export const daemon = { uid: 1, gid: 1 };
/** A user without an entry. */
export const nameless = { uid: 54321, gid: 54321 };

/** Switching users needs root and a project that the other user can read. */
export const canBeAnother =
  isRoot && spawnSync(process.execPath, [join(import.meta.dirname, "serve.ts"), "--only-load"], daemon).status === 0;

/** A JSON line from the served process. */
export interface Word {
  event: "ready" | "refused" | "log" | "drained";
  address?: ServerAddress;
  message?: string;
}

/** A served process, optionally as another user. */
export class Served {
  readonly words: Word[] = [];
  /** Whether its output has ended. */
  private silent = false;
  readonly process: ChildProcess;
  readonly exit: Promise<unknown>;

  constructor(options: EmbeddedPostgresOptions, user?: { uid: number; gid: number }) {
    const parameters = [join(import.meta.dirname, "serve.ts"), JSON.stringify({ settings: quick, ...options })];
    this.process = spawn(process.execPath, parameters, {
      ...user,
      detached: true,
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.exit = once(this.process, "exit");
    if (this.process.stdout) {
      createInterface(this.process.stdout)
        .on("line", (line) => this.words.push(JSON.parse(line)))
        .once("close", () => {
          this.silent = true;
        });
    }
    onTestFinished(async () => {
      await this.kill("SIGTERM");
      // A killed process could not remove its socket directory, and a later start may not happen.
      const host = this.words.find(({ address }) => address)?.address?.host;
      if (host) await rm(host, { recursive: true, force: true });
    });
  }

  /** Waits for the first line with one of these events. */
  async says(...events: Word["event"][]): Promise<Word> {
    const heard = () => this.words.find(({ event }) => events.includes(event));
    await until(() => heard() !== undefined || this.silent);
    const word = heard();
    if (!word) throw new Error(`The process printed ${JSON.stringify(this.words)}, but none of ${events}`);
    return word;
  }

  async address(): Promise<ServerAddress> {
    const { address } = await this.says("ready");
    if (!address) throw new Error("ready, without an address");
    return address;
  }

  async kill(signal: NodeJS.Signals): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) this.process.kill(signal);
    await this.exit;
  }
}
