import { ConfigError } from "../config-error.ts";
import type { GivenSettings } from "./read-settings.ts";
import { settings } from "./table.ts";
import { port } from "./values.ts";

/** Where `GET /metrics` is, and who may read it: one of the two is set at least. */
export interface MetricsSettings {
  /** A port for it alone; undefined when it is on the service's own. */
  readonly port: number | undefined;
  /** Undefined when whoever reaches the port may read it. */
  readonly token: string | undefined;
}

/** Characters of the token: it is not throttled, and must not be guessed. */
const shortestToken = 16;

/** ROOST_METRICS_PORT and ROOST_METRICS_TOKEN. @param taken the service's own ports @throws ConfigError */
export function metricsSettings(given: GivenSettings, taken: readonly number[]): MetricsSettings | undefined {
  const token = given.ROOST_METRICS_TOKEN;
  const own = port(given, settings.metricsPort);
  if (own === undefined && token === undefined) return undefined;
  if (own !== undefined && taken.includes(own))
    throw new ConfigError(
      `ROOST_METRICS_PORT is ${own}, which the service itself listens on: without it, ROOST_METRICS_TOKEN serves metrics there.`,
    );
  // Itself it is not repeated.
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw new ConfigError("ROOST_METRICS_TOKEN must be of letters, digits and signs, without blanks.");
  if (token !== undefined && token.length < shortestToken)
    throw new ConfigError(
      `ROOST_METRICS_TOKEN must have ${shortestToken} characters or more (openssl rand -hex 32 makes one).`,
    );
  return { port: own, token };
}
