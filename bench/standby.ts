import { setTimeout as wait } from "node:timers/promises";
import type { EmbeddedPostgres } from "@roost/embedded-postgres";
import type { ServerAddress } from "../src/database/address.ts";
import { copyToFollow } from "../test/replicas/copy-to-follow.ts";
import type { Fixture } from "./fixture.ts";
import { withOwner } from "./fixture.ts";

/** A server that follows a fixture's by streaming, until it is disposed of. */
export interface Standby extends AsyncDisposable {
  /** As the role of the service. */
  readonly login: ServerAddress;
  readonly server: EmbeddedPostgres;
}

export async function startStandby(fixture: Fixture, name: string): Promise<Standby> {
  const { server, close } = await copyToFollow({ directory: fixture.directory, address: fixture.owner }, name, {
    fsync: "off",
  });
  const { host, port } = server.address;
  return { login: { ...fixture.login, host, port }, server, [Symbol.asyncDispose]: close };
}

const written = "select pg_current_wal_flush_lsn()::text as position";
const replayed = "select pg_last_wal_replay_lsn() >= $1::pg_lsn as reached";

/** How long a standby takes to show what its primary has just written, milliseconds: measured again and again until told to end. */
export async function lagsOf(fixture: Fixture, { server }: Standby, ending: AbortSignal): Promise<number[]> {
  const lags: number[] = [];
  await withOwner(fixture.owner, (primary) =>
    withOwner(server.address, async (standby) => {
      while (!ending.aborted) {
        const { rows } = await primary.query<{ position: string }>(written);
        const began = performance.now();
        while (!(await standby.query<{ reached: boolean }>(replayed, [rows[0]?.position])).rows[0]?.reached)
          await wait(1);
        lags.push(performance.now() - began);
        await wait(20);
      }
    }),
  );
  return lags;
}
