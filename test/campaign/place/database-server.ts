import { readFile, realpath } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { type EmbeddedPostgres, type ServerAddress, startEmbeddedPostgres } from "@roost/embedded-postgres";
import { pathsIn } from "../../../packages/embedded-postgres/src/paths.ts";
import { kill, postmasterOn } from "../../crash/processes.ts";

/** A PostgreSQL that is started again on its data whenever it has ended. */
export class DatabaseServer {
  readonly directory: string;
  /** How often it had ended by itself: on a full disk it may. */
  ownEnds = 0;
  refusedStarts = 0;
  readonly #settings: Readonly<Record<string, string>>;
  #running: EmbeddedPostgres;
  #isUp = true;
  #downFor = 500;
  #wasKilled = false;
  #ending = false;
  readonly #life: Promise<void>;

  constructor(directory: string, settings: Readonly<Record<string, string>>, running: EmbeddedPostgres) {
    this.directory = directory;
    this.#settings = settings;
    this.#running = running;
    this.#life = this.#keepRunning();
  }

  get address(): ServerAddress {
    return this.#running.address;
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** Kill -9 of its main process. @param downFor milliseconds until it is started again */
  async kill(downFor: number): Promise<void> {
    if (!this.#isUp) return;
    const postmaster = await postmasterOn(this.directory);
    [this.#wasKilled, this.#isUp, this.#downFor] = [true, false, downFor];
    kill(postmaster);
  }

  /** The end of what it has logged. */
  async log(): Promise<string> {
    return (await readFile(pathsIn(await realpath(this.directory)).log, "utf8")).slice(-4000);
  }

  async stop(): Promise<void> {
    this.#ending = true;
    await this.#running.stop();
    await this.#life;
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
        // There is no room to recover yet, or a process of the killed one is not gone.
        if (this.#ending) throw error;
        this.refusedStarts++;
        await wait(500);
      }
    }
  }
}
