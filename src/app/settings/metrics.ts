import { ConfigError } from "../config-error.ts";
import type { RawSettings } from "./read-settings.ts";
import { settings } from "./table.ts";
import { port } from "./values.ts";

/** Settings of `GET /metrics`. At least one of the two is set. */
export interface MetricsSettings {
  /** A dedicated port; undefined for the service's own. */
  readonly port: number | undefined;
  /** The required bearer token, if any. */
  readonly token: string | undefined;
}

/** Requests are not throttled, so the token must be hard to guess. */
const minTokenLength = 16;

/** Reads ROOST_METRICS_PORT and ROOST_METRICS_TOKEN. @param taken the service's own ports @throws ConfigError */
export function metricsSettings(raw: RawSettings, taken: readonly number[]): MetricsSettings | undefined {
  const token = raw.ROOST_METRICS_TOKEN;
  const own = port(raw, settings.metricsPort);
  if (own === undefined && token === undefined) return undefined;
  if (own !== undefined && taken.includes(own))
    throw new ConfigError(
      `ROOST_METRICS_PORT is ${own}, which the service itself uses. To serve metrics there, set ROOST_METRICS_TOKEN only.`,
    );
  // The messages omit the token.
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw new ConfigError("ROOST_METRICS_TOKEN must consist of printable ASCII characters without spaces.");
  if (token !== undefined && token.length < minTokenLength)
    throw new ConfigError(
      `ROOST_METRICS_TOKEN must have at least ${minTokenLength} characters (openssl rand -hex 32 generates one).`,
    );
  return { port: own, token };
}
