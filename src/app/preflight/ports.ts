import { createServer } from "node:net";
import { runningEmbeddedPostgres } from "@roost/embedded-postgres";
import type { Config } from "../config.ts";
import { ConfigError } from "../config-error.ts";

/** Where the service listens. Plain HTTP without TLS anywhere is for a developer's own machine only. */
export const listeningHost = ({ tls }: Pick<Config, "tls">): string => (tls === "off" ? "localhost" : "::");

type PortSetting = "ROOST_HTTP_PORT" | "ROOST_HTTPS_PORT" | "ROOST_METRICS_PORT";

/**
 * Listens on every port for a moment. Where the embedded server runs already, the start itself says what is in the way.
 * @throws ConfigError that names the setting of a port that cannot be had
 */
export async function assertPorts(config: Config): Promise<void> {
  for (const [setting, port] of portsOf(config)) {
    const problem = await problemOf(listeningHost(config), port);
    if (problem === undefined) continue;
    if (config.databaseUrl === undefined && (await runningEmbeddedPostgres(config.dataDirectory))) return;
    throw new ConfigError(`${setting} is ${port}, ${problem}.`);
  }
}

function portsOf({ tls, httpPort, httpsPort, metrics }: Config): [PortSetting, number][] {
  const isSecure = tls === "self-signed" || tls === "files";
  return [
    ...(isSecure ? [["ROOST_HTTPS_PORT", httpsPort] satisfies [PortSetting, number]] : []),
    ["ROOST_HTTP_PORT", httpPort],
    ...(metrics?.port === undefined ? [] : [["ROOST_METRICS_PORT", metrics.port] satisfies [PortSetting, number]]),
  ];
}

/** @returns what is wrong with a port, in words; undefined when it is free */
async function problemOf(host: string, port: number): Promise<string | undefined> {
  const probe = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  probe.once("error", reject).listen({ host, port }, () => probe.close(() => resolve()));
  try {
    await promise;
    return undefined;
  } catch (error) {
    return explain(error);
  }
}

function explain(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") return "which is in use, perhaps by another Roost: set it to another port";
  if (code === "EACCES")
    return (
      "which this user may not listen on: set it to a port from 1024 on, put a proxy before Roost, or allow it with " +
      `"sudo setcap cap_net_bind_service=+ep ${process.execPath}"`
    );
  return `on which Roost cannot listen: ${error instanceof Error ? error.message : String(error)}`;
}
