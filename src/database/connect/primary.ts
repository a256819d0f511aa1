import pg from "pg";
import { StandbyError } from "../sql/errors.ts";
import type { ServerAddress } from "./address.ts";
import type { Host } from "./hosts.ts";

/** Connections to standby servers. */
const standbys = new WeakSet<pg.ClientBase>();

/** Connection timeout for one of several hosts. */
const hostTimeoutMs = 2_000;

/**
 * Pool settings that connect to the server that accepts writes: among several hosts, the one that last did, or the next.
 * A server reports on connect whether it is a standby (`in_hot_standby`), so this needs no query.
 */
export function primaryOnly(address: ServerAddress): Pick<pg.PoolConfig, "Client" | "verify"> {
  return {
    Client: clientOf(address),
    verify: (client, done) => done(standbys.has(client) ? new StandbyError() : undefined),
  };
}

/**
 * Connects to the host that accepts writes.
 * @throws StandbyError if the last host is a standby, or else that host's connection error
 */
export async function connectToPrimary(address: ServerAddress, config: pg.ClientConfig): Promise<pg.Client> {
  const ToPrimary = clientOf(address);
  for (let hostsLeft = address.hosts?.count ?? 1; ; hostsLeft--) {
    const client = new ToPrimary(config);
    // A running statement fails by itself, but an `error` event without a listener would end the process.
    client.on("error", () => undefined);
    try {
      await client.connect();
      if (!standbys.has(client)) return client;
      await client.end();
      if (hostsLeft <= 1) throw new StandbyError();
    } catch (error) {
      if (hostsLeft <= 1) throw error;
    }
  }
}

function clientOf({ hosts }: ServerAddress): new (config?: pg.ClientConfig) => pg.Client {
  return class ToPrimary extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      const host = hosts?.current;
      super(host ? forHost(config, host) : config);
      let isReady = false;
      const leave = (): void => {
        if (host && !isReady) hosts?.leave(host);
      };
      this.connection.on("parameterStatus", ({ parameterName, parameterValue }) => {
        if (parameterName !== "in_hot_standby") return;
        if (parameterValue === "on") standbys.add(this);
        else standbys.delete(this);
      });
      this.connection.once("readyForQuery", () => {
        if (standbys.has(this)) leave();
        isReady = true;
      });
      this.connection.on("error", leave).on("end", leave);
    }
  };
}

/** Copies the password explicitly, because a pool makes it non-enumerable. */
const forHost = (config: pg.ClientConfig, host: Host): pg.ClientConfig => ({
  ...config,
  ...(config.password === undefined ? {} : { password: config.password }),
  ...host,
  connectionTimeoutMillis: hostTimeoutMs,
  keepAlive: true,
});
