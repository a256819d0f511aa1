import { ConfigError } from "../../config-error.ts";
import type { Environment } from "../../settings/read-settings.ts";

/** The share of traces to record (OTEL_TRACES_SAMPLER). */
export interface Sampling {
  /** The recorded share of traces that begin here: 0 to 1. */
  readonly share: number;
  /** Whether the caller's sampling decision applies here too. */
  readonly followsParent: boolean;
}

const setting = (environment: Environment, name: string): string | undefined => environment[name]?.trim() || undefined;

/** Whether traces are on: an endpoint is set, and tracing is not disabled. */
export function wantsTraces(environment: Environment): boolean {
  const endpoint =
    setting(environment, "OTEL_EXPORTER_OTLP_ENDPOINT") ?? setting(environment, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");
  const isOff =
    setting(environment, "OTEL_SDK_DISABLED")?.toLowerCase() === "true" ||
    setting(environment, "OTEL_TRACES_EXPORTER") === "none";
  return endpoint !== undefined && !isOff;
}

/** @throws ConfigError for a protocol other than OTLP over HTTP */
export function assertProtocol(environment: Environment): void {
  for (const name of ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"]) {
    const protocol = setting(environment, name);
    if (protocol === undefined) continue;
    if (protocol.startsWith("http/")) return;
    throw new ConfigError(
      `${name} is "${protocol}". Roost supports OTLP over HTTP in JSON only (http/json), usually on port 4318.`,
    );
  }
}

/** @throws ConfigError for an unknown sampler */
export function sampling(environment: Environment): Sampling {
  const name = setting(environment, "OTEL_TRACES_SAMPLER") ?? "parentbased_always_on";
  const followsParent = name.startsWith("parentbased_");
  switch (name.replace(/^parentbased_/, "")) {
    case "always_on":
      return { share: 1, followsParent };
    case "always_off":
      return { share: 0, followsParent };
    case "traceidratio":
      return { share: shareOf(environment), followsParent };
    default:
      throw new ConfigError(
        `OTEL_TRACES_SAMPLER is "${name}". It must be always_on, always_off or traceidratio, optionally with the prefix parentbased_.`,
      );
  }
}

function shareOf(environment: Environment): number {
  const text = setting(environment, "OTEL_TRACES_SAMPLER_ARG") ?? "1";
  const share = Number(text);
  if (share >= 0 && share <= 1) return share;
  throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG is "${text}". It must be a number from 0 to 1.`);
}
