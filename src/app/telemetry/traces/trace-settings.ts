import { ConfigError } from "../../config-error.ts";
import type { Environment } from "../../settings/read-settings.ts";

/** How a trace is chosen to be recorded (OTEL_TRACES_SAMPLER). */
export interface Sampling {
  /** Of the traces that begin here, which share is recorded: 0 to 1. */
  readonly share: number;
  /** Whether whoever began a trace elsewhere decides for us, too. */
  readonly followsParent: boolean;
}

const given = (environment: Environment, name: string): string | undefined => environment[name]?.trim() || undefined;

/** Whether traces are to be sent: where somebody named where to, and did not turn it off. */
export function wantsTraces(environment: Environment): boolean {
  const endpoint =
    given(environment, "OTEL_EXPORTER_OTLP_ENDPOINT") ?? given(environment, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");
  const isOff =
    given(environment, "OTEL_SDK_DISABLED")?.toLowerCase() === "true" ||
    given(environment, "OTEL_TRACES_EXPORTER") === "none";
  return endpoint !== undefined && !isOff;
}

/** @throws ConfigError for a protocol other than OTLP over HTTP */
export function assertProtocol(environment: Environment): void {
  for (const name of ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"]) {
    const protocol = given(environment, name);
    if (protocol === undefined) continue;
    if (protocol.startsWith("http/")) return;
    throw new ConfigError(
      `${name} is "${protocol}"; traces are sent by OTLP over HTTP, in JSON (http/json), mostly to port 4318.`,
    );
  }
}

/** @throws ConfigError for a sampler that there is not */
export function sampling(environment: Environment): Sampling {
  const name = given(environment, "OTEL_TRACES_SAMPLER") ?? "parentbased_always_on";
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
        `OTEL_TRACES_SAMPLER is "${name}"; it must be always_on, always_off or traceidratio, or one of these after parentbased_.`,
      );
  }
}

function shareOf(environment: Environment): number {
  const text = given(environment, "OTEL_TRACES_SAMPLER_ARG") ?? "1";
  const share = Number(text);
  if (share >= 0 && share <= 1) return share;
  throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG is "${text}"; it must be a number from 0 to 1.`);
}
