import { createServer } from "node:net";
import { runningEmbeddedPostgres } from "@roost/embedded-postgres";
import type { Config } from "../config.ts";
import { ConfigError } from "../config-error.ts";

/** The address that the service listens on: all of IPv6 and IPv4, or IPv4 on a machine without IPv6. Without any TLS, loopback only. */
export async function listeningHost({ tls }: Pick<Config, "tls">): Promise<string> {
  if (tls === "off") return "localhost";
  const error = await listeningError("::", 0);
  return error instanceof Error && "code" in error && error.code === "EAFNOSUPPORT" ? "0.0.0.0" : "::";
}

type PortSetting = "ROOST_HTTP_PORT" | "ROOST_HTTPS_PORT" | "ROOST_METRICS_PORT";

/**
 * Listens on every port for a moment. If the embedded server already runs, the start itself reports the conflict.
 * @throws ConfigError that names the setting of an unavailable port
 */
export async function assertPorts(config: Config): Promise<void> {
  const host = await listeningHost(config);
  for (const [setting, port] of portsOf(config)) {
    const error = await listeningError(host, port);
    if (error === undefined) continue;
    if (config.databaseUrl === undefined && (await runningEmbeddedPostgres(config.dataDirectory))) return;
    throw new ConfigError(`${setting} is ${port}, ${explain(error)}.`);
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

/** Listens for a moment. @returns the error; undefined when the port is free */
function listeningError(host: string, port: number): Promise<unknown> {
  const probe = createServer();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  probe.once("error", resolve).listen({ host, port }, () => probe.close(() => resolve(undefined)));
  return promise;
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
