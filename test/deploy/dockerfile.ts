/** An instruction that deploy/Dockerfile uses, with its paths and words unchanged. */
export type Step =
  | { readonly does: "RUN"; readonly command: string }
  | {
      readonly does: "COPY";
      readonly from: string | undefined;
      readonly sources: readonly string[];
      readonly to: string;
    }
  | { readonly does: "WORKDIR" | "USER"; readonly value: string }
  | { readonly does: "ENV"; readonly name: string; readonly value: string };

/** A build stage, from one FROM to the next. */
export interface Stage {
  readonly base: string;
  readonly name: string | undefined;
  readonly steps: readonly Step[];
}

/** A parsed Dockerfile: its build stages and how a container starts. */
export interface Dockerfile {
  readonly stages: readonly Stage[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  readonly healthCheckOptions: Readonly<Record<string, string>>;
  readonly stopSignal: string | undefined;
  readonly ports: readonly number[];
  readonly volumes: readonly string[];
}

/** Parses a Dockerfile with one instruction per line. @throws Error for unknown instructions */
export function readDockerfile(text: string): Dockerfile {
  const stages: { base: string; name: string | undefined; steps: Step[] }[] = [];
  const read = {
    command: words([]),
    healthCheck: words([]),
    options: {},
    stopSignal: "",
    ports: numbers(),
    volumes: words([]),
  };
  for (const line of text.split("\n").filter((each) => each !== "" && !each.startsWith("#"))) {
    const [, instruction = "", rest = ""] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    if (instruction === "FROM") {
      const [, base = "", name] = /^(\S+)(?: AS (\S+))?$/.exec(rest) ?? unreadable(line);
      stages.push({ base, name, steps: [] });
    } else if (instruction === "CMD") read.command = list(rest);
    else if (instruction === "STOPSIGNAL") read.stopSignal = rest;
    else if (instruction === "EXPOSE") read.ports.push(Number(rest));
    else if (instruction === "VOLUME") read.volumes.push(rest);
    else if (instruction === "HEALTHCHECK") {
      const [, options = "", command = ""] = /^((?:--\S+ )*)CMD (.+)$/.exec(rest) ?? unreadable(line);
      read.options = Object.fromEntries(
        options
          .trim()
          .split(" ")
          .map((option) => option.slice(2).split("=")),
      );
      read.healthCheck = list(command);
    } else (stages.at(-1) ?? unreadable(line)).steps.push(stepOf(instruction, rest, line));
  }
  const { options, stopSignal, ...others } = read;
  return { stages, ...others, healthCheckOptions: options, stopSignal: stopSignal || undefined };
}

function stepOf(instruction: string, rest: string, line: string): Step {
  if (rest.endsWith("\\")) return unreadable(line);
  if (instruction === "RUN") return { does: "RUN", command: rest };
  if (instruction === "WORKDIR" || instruction === "USER") return { does: instruction, value: rest };
  if (instruction === "ENV") {
    const [, name = "", value = ""] = /^([A-Z_]+)=([^\s"'$]+)$/.exec(rest) ?? unreadable(line);
    return { does: "ENV", name, value };
  }
  if (instruction !== "COPY") return unreadable(line);
  const [, from, paths = ""] = /^(?:--from=(\S+) )?([^-].*)$/.exec(rest) ?? unreadable(line);
  const sources = paths.split(" ");
  const to = sources.pop();
  if (to === undefined || sources.length === 0) return unreadable(line);
  return { does: "COPY", from, sources, to };
}

/** The words of a command in exec form. */
function list(text: string): string[] {
  const parsed: unknown = JSON.parse(text);
  if (!Array.isArray(parsed) || !parsed.every((word) => typeof word === "string")) return unreadable(text);
  return parsed;
}

const words = (some: string[]): string[] => some;
const numbers = (): number[] => [];

function unreadable(line: string): never {
  throw new Error(`This is not understood, and so is not carried out: ${line}`);
}
