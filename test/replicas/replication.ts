import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@roost/embedded-postgres";
import type { ServerAddress } from "../../src/database/connect/address.ts";
import { migrate } from "../../src/database/migrate/migrate.ts";
import { runSql } from "../harness/databases.ts";
import { copyToFollow } from "./copy-to-follow.ts";

/** A real PostgreSQL and its data directory. */
export interface Server {
  readonly directory: string;
  running: EmbeddedPostgres;
  readonly settings: Record<string, string>;
}

/** A primary with a migrated database and streaming standbys. The caller must stop it. */
export class Replication {
  readonly primary: Server;
  readonly standbys: Server[] = [];

  private constructor(primary: Server) {
    this.primary = primary;
  }

  /** @param settings for all servers */
  static async begin(settings: Record<string, string> = {}): Promise<Replication> {
    const directory = await mkdtemp(join(tmpdir(), "roost-test-"));
    const primary = { directory, settings, running: await startEmbeddedPostgres({ directory, settings }) };
    await migrate(primary.running.address);
    return new Replication(primary);
  }

  /** Adds a standby. */
  async follow(name: string): Promise<Server> {
    const { directory, running, settings } = this.primary;
    const copied = await copyToFollow({ directory, address: running.address }, name, settings);
    const standby = { directory: copied.directory, settings: copied.settings, running: copied.server };
    this.standbys.push(standby);
    return standby;
  }

  /** Waits until a standby has replayed all of the primary's writes. */
  async caughtUp({ running }: Server): Promise<void> {
    const sql = "select pg_current_wal_flush_lsn()::text as position";
    const [{ position }] = (await runSql(this.primary.running.address, sql)).rows;
    const reached = "select pg_last_wal_replay_lsn() >= $1::pg_lsn as reached";
    for (let tries = 0; tries < 600; tries++) {
      if ((await runSql(running.address, reached, [position])).rows[0].reached) return;
      await wait(50);
    }
    throw new Error("A standby did not catch up in half a minute.");
  }

  async end(): Promise<void> {
    for (const { running, directory } of [...this.standbys, this.primary]) {
      await running.stop();
      await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  }
}

/** Restarts a killed server. */
export async function startAgain(server: Server): Promise<void> {
  await server.running.exited;
  server.running = await startEmbeddedPostgres({ directory: server.directory, settings: server.settings });
}

/** Whether a server's replay is paused. */
export async function holdReplay(address: ServerAddress, held: boolean): Promise<void> {
  await runSql(address, held ? "select pg_wal_replay_pause()" : "select pg_wal_replay_resume()");
  const state = "select pg_get_wal_replay_pause_state() as state";
  while (((await runSql(address, state)).rows[0].state === "paused") !== held) await wait(20);
}
