import { createServer } from "node:net";
import { runningEmbeddedPostgres } from "@roost/embedded-postgres";
import type { Config } from "../config.ts";
import { ConfigError } from "../config-error.ts";

/** The address that the service listens on. Without any TLS it is loopback only. */
export const listeningHost = ({ tls }: Pick<Config, "tls">): string => (tls === "off" ? "localhost" : "::");

type PortSetting = "ROOST_HTTP_PORT" | "ROOST_HTTPS_PORT" | "ROOST_METRICS_PORT";

/**
 * Listens on every port for a moment. If the embedded server already runs, the start itself reports the conflict.
 * @throws ConfigError that names the setting of an unavailable port
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

/** @returns why a port is unavailable; undefined when it is free */
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
  if (code === "EADDRINUSE") return "which is in use, possibly by another Roost. Set it to another port";
  if (code === "EACCES")
    return (
      "which this user may not listen on. Set it to 1024 or above, put a proxy in front of Roost, or allow it with " +
      `"sudo setcap cap_net_bind_service=+ep ${process.execPath}"`
    );
  return `which Roost cannot listen on: ${error instanceof Error ? error.message : String(error)}`;
}
