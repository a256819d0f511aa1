import pg from "pg";
import { StandbyError } from "../sql/errors.ts";
import type { ServerAddress } from "./address.ts";
import type { Host } from "./hosts.ts";

/** Connections whose server only follows another one. */
const standbys = new WeakSet<pg.ClientBase>();

/** Milliseconds after which one of several hosts is given up that does not answer. */
const longestTry = 2_000;

/**
 * What makes the connections of a pool lead to the server that takes writes: among several hosts to the one that did last, or the next.
 * PostgreSQL says with its greeting whether it follows another server (`in_hot_standby`), so that this costs no question.
 */
export function primaryOnly(address: ServerAddress): Pick<pg.PoolConfig, "Client" | "verify"> {
  return {
    Client: clientOf(address),
    verify: (client, done) => done(standbys.has(client) ? new StandbyError() : undefined),
  };
}

/**
 * Connects to the server that takes writes, among the hosts of an address.
 * @throws StandbyError when there is none; else what the last host said
 */
export async function connectToPrimary(address: ServerAddress, config: pg.ClientConfig): Promise<pg.Client> {
  const ToPrimary = clientOf(address);
  for (let left = address.hosts?.count ?? 1; ; left--) {
    const client = new ToPrimary(config);
    // The statement that was under way fails as well, and says so; an error that nobody listens to would end the process.
    client.on("error", () => undefined);
    try {
      await client.connect();
      if (!standbys.has(client)) return client;
      await client.end();
      if (left <= 1) throw new StandbyError();
    } catch (error) {
      if (left <= 1) throw error;
    }
  }
}

function clientOf({ hosts }: ServerAddress): new (config?: pg.ClientConfig) => pg.Client {
  return class ToPrimary extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      const host = hosts?.current;
      super(host ? among(config, host) : config);
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

/** A pool hides the password from whoever copies its settings. */
const among = (config: pg.ClientConfig, host: Host): pg.ClientConfig => ({
  ...config,
  ...(config.password === undefined ? {} : { password: config.password }),
  ...host,
  connectionTimeoutMillis: longestTry,
  keepAlive: true,
});
