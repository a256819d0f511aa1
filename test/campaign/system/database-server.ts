import { readFile, realpath } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { type EmbeddedPostgres, type ServerAddress, startEmbeddedPostgres } from "@roost/embedded-postgres";
import { pathsIn } from "../../../packages/embedded-postgres/src/paths.ts";
import { kill, postmasterOn } from "../../crash/processes.ts";

/** A PostgreSQL that is restarted on its data whenever it ends. */
export class DatabaseServer {
  readonly directory: string;
  /** The number of unexpected exits, which a full disk may cause. */
  ownEnds = 0;
  refusedStarts = 0;
  readonly #settings: Readonly<Record<string, string>>;
  #running: EmbeddedPostgres;
  #isUp = true;
  #downFor = 500;
  #wasKilled = false;
  #ending = false;
  readonly #supervision: Promise<void>;

  constructor(directory: string, settings: Readonly<Record<string, string>>, running: EmbeddedPostgres) {
    this.directory = directory;
    this.#settings = settings;
    this.#running = running;
    this.#supervision = this.#keepRunning();
  }

  get address(): ServerAddress {
    return this.#running.address;
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** Sends SIGKILL to its main process. @param downFor milliseconds until the restart */
  async kill(downFor: number): Promise<void> {
    if (!this.#isUp) return;
    const postmaster = await postmasterOn(this.directory);
    [this.#wasKilled, this.#isUp, this.#downFor] = [true, false, downFor];
    kill(postmaster);
  }

  /** The end of its log. */
  async log(): Promise<string> {
    return (await readFile(pathsIn(await realpath(this.directory)).log, "utf8")).slice(-4000);
  }

  async stop(): Promise<void> {
    this.#ending = true;
    await this.#running.stop();
    await this.#supervision;
  }

  async #keepRunning(): Promise<void> {
    for (;;) {
      await this.#running.exited;
      this.#isUp = false;
      if (this.#ending) return;
      if (!this.#wasKilled) this.ownEnds++;
      await wait(this.#downFor);
      await this.#startAgain();
      [this.#isUp, this.#wasKilled, this.#downFor] = [true, false, 500];
    }
  }

  async #startAgain(): Promise<void> {
    for (;;) {
      try {
        this.#running = await startEmbeddedPostgres({ directory: this.directory, settings: { ...this.#settings } });
        return;
      } catch (error) {
        // The disk is still full, or a process of the killed server still runs.
        if (this.#ending) throw error;
        this.refusedStarts++;
        await wait(500);
      }
    }
  }
}
