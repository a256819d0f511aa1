import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ServerAddress, startEmbeddedPostgres } from "@roost/embedded-postgres";
import { migrate } from "../../../src/database/migrate/migrate.ts";
import { StripeStandIn } from "../../gateways/stripe-stand-in.ts";
import { type Statements, statementsOn, urlOf } from "../../harness/databases.ts";
import { Network } from "../../harness/network.ts";
import { aPort, RunningService } from "../../harness/running-service.ts";
import { until } from "../../harness/until.ts";
import { copyToFollow } from "../../replicas/copy-to-follow.ts";
import { mountedDisk, noMounting, type SmallDisk } from "../../start/small-disk.ts";
import type { Broken } from "../broken.ts";
import { DatabaseServer } from "./database-server.ts";
import { Supervised } from "./supervised.ts";

/** The number of service processes. */
const serving = 3;

/** The size in megabytes of the disk that faults fill. */
const diskSize = 1500;

const settings = {
  max_connections: "200",
  max_wal_size: "256MB",
  wal_keep_size: "256MB",
  // The checks read commit times.
  track_commit_timestamp: "on",
};
const roost = join(import.meta.dirname, "..", "..", "..", "bin", "roost.js");

/** The system under test: service processes, a worker, a database, and a standby behind an unreliable network. */
export interface System {
  readonly primary: DatabaseServer;
  readonly replica: DatabaseServer;
  readonly services: readonly Supervised[];
  readonly worker: Supervised;
  readonly urls: readonly string[];
  /** The network from the standby to the primary. */
  readonly network: Network;
  /** Undefined if no disk can be mounted. */
  readonly disk: SmallDisk | undefined;
  readonly gateway: StripeStandIn;
  /** Statements as the database owner, on the primary. */
  readonly sql: Statements;
  /** The database owner's login, on the primary. */
  readonly owner: ServerAddress;
  close(): Promise<void>;
}

/** Creates the system under test, without starting Roost. */
export async function createSystem(broken: Broken | undefined): Promise<System> {
  const ends = new AsyncDisposableStack();
  try {
    const servers = await makeServers(ends);
    const { owner } = servers;
    const gateway = new StripeStandIn();
    const environment = {
      ROOST_TLS: "off",
      ROOST_DEMO: "off",
      ROOST_LOG_LEVEL: "warn",
      ROOST_SECRETS_KEY: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
      ROOST_PRIVATE_FETCH: "127.0.0.1",
      ROOST_STRIPE_URL: await gateway.listen(),
      DATABASE_URL: urlOf(owner),
      ...(broken?.preload ? { NODE_OPTIONS: `--import ${broken.preload}` } : {}),
    };
    ends.defer(() => gateway.close());
    const sql = statementsOn(owner);
    ends.defer(() => sql.end());
    const data = await mkdtemp(join(tmpdir(), "roost-test-"));
    ends.defer(() => rm(data, { recursive: true, force: true }));
    const roost = await processesOf(environment, data);
    return {
      ...servers,
      ...roost,
      network: servers.toPrimary,
      gateway,
      sql,
      close: () => ends.disposeAsync(),
    };
  } catch (error) {
    await ends.disposeAsync();
    throw error;
  }
}

/** Starts the database on its disk, and the standby behind its network. */
async function makeServers(ends: AsyncDisposableStack) {
  const directory = await mkdtemp(join(tmpdir(), "roost-test-"));
  ends.defer(() => rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const disk = noMounting === undefined ? await mountedDisk(directory, diskSize) : undefined;
  if (disk) ends.defer(disk.unmount);
  const primary = new DatabaseServer(directory, settings, await startEmbeddedPostgres({ directory, settings }));
  ends.defer(() => primary.stop());
  const owner = primary.address;
  await migrate(owner);
  const toPrimary = await Network.listen(() => owner);
  ends.defer(() => toPrimary.close());
  const followed = { directory, address: { ...owner, host: "127.0.0.1", port: toPrimary.port } };
  const copied = await copyToFollow(followed, "replica", settings);
  ends.defer(() => copied.close());
  const replica = new DatabaseServer(copied.directory, copied.settings, copied.server);
  ends.defer(() => replica.stop());
  return { primary, replica, owner, disk, toPrimary };
}

/** Creates the Roost processes without starting them. @param data the parent of their data directories */
async function processesOf(environment: Readonly<Record<string, string>>, data: string) {
  const ports = await Promise.all(Array.from({ length: serving }, aPort));
  const services = ports.map((port, number) => {
    const own = { ROOST_HTTP_PORT: String(port), ROOST_DATA_DIR: join(data, `${number}`) };
    const make = () => new RunningService({ ...environment, ...own });
    return new Supervised(`service ${number + 1}`, make, (process) => process.ready());
  });
  const own = { ROOST_DATA_DIR: join(data, "worker") };
  const command = [process.execPath, roost, "worker"];
  const worker = new Supervised(
    "worker",
    () => new RunningService({ ...environment, ...own }, undefined, command),
    (process) => until(() => process.out !== "" || !process.lives),
  );
  return { services, worker, urls: ports.map((port) => `http://127.0.0.1:${port}`) };
}

/** Starts Roost, and waits until it serves. */
export async function startRoost({ services, worker }: System): Promise<void> {
  for (const one of [...services, worker]) one.start();
  await until(() => services.every(({ isUp }) => isUp));
}

/** Whether all servers and services are up. */
export const isWhole = ({ primary, replica, services }: System): boolean =>
  primary.isUp && replica.isUp && services.every(({ isUp }) => isUp);
