import { type ChildProcess, execFile, spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { inject, onTestFinished } from "vitest";
import type { Dockerfile, Stage, Step } from "./dockerfile.ts";
import { root } from "./production-packages.ts";
import { commandIn } from "./root-directory.ts";

/** The reason why images cannot be built here; undefined if they can. */
export const whyNoImage =
  process.platform !== "linux" || process.getuid?.() !== 0
    ? "steps of an image are carried out by root on Linux alone"
    : spawnSync("unshare", ["--mount", "--pid", "--fork", "true"]).status !== 0
      ? "this machine lets nobody make namespaces"
      : undefined;

const runFile = promisify(execFile);

/** A substitute for a build command. @param workdir its working directory on this machine */
export type Substitute = (workdir: string) => Promise<void>;

/** Options of build commands: additional mounts by path, and substitutes for commands. */
export interface BuildOptions {
  readonly binds?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly substitutes?: Readonly<Record<string, Substitute>>;
}

/** A build stage in progress. */
interface Layer {
  readonly directory: string;
  workdir: string;
  user: string;
  readonly environment: Record<string, string>;
}

/**
 * An image built without a container engine. Each stage is a directory with this machine's programs instead of its base image's, in which the
 * Dockerfile's instructions run as the users that it names.
 */
export class Image {
  private readonly layer: Layer;
  private readonly file: Dockerfile;

  private constructor(layer: Layer, file: Dockerfile) {
    this.layer = layer;
    this.file = file;
  }

  /** Builds all stages. */
  static async build(file: Dockerfile, options: BuildOptions = {}): Promise<Image> {
    const layers = new Map<string, Layer>();
    let last: Layer | undefined;
    for (const stage of file.stages) {
      last = await emptyLayer();
      await carryOut(stage, last, layers, options);
      if (stage.name !== undefined) layers.set(stage.name, last);
    }
    if (!last) throw new Error("There is no stage.");
    return new Image(last, file);
  }

  /** Starts a container with its CMD, or another command, as process 1. */
  start(settings: Readonly<Record<string, string>>, words = this.file.command): ChildProcess {
    return this.command(words, settings);
  }

  /** Runs the HEALTHCHECK. @returns its exit code and output */
  async checkHealth(settings: Readonly<Record<string, string>>): Promise<{ code: number | null; output: string }> {
    return finished(this.command(this.file.healthCheck, settings));
  }

  /** Reads a file of the image. */
  read(path: string): Promise<string> {
    return readFile(join(this.layer.directory, path), "utf8");
  }

  private command(words: readonly string[], settings: Readonly<Record<string, string>>): ChildProcess {
    const { directory, workdir, user } = this.layer;
    return commandIn({
      directory,
      workdir,
      user,
      environment: { ...this.layer.environment, ...settings },
      binds: {},
      words,
    });
  }
}

/** A minimal base image: the machine's programs, and a copy of `/etc`, to which users are added. */
async function emptyLayer(): Promise<Layer> {
  const directory = await mkdtemp(join(inject("ofTheRun"), "image-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  for (const name of ["usr", "dev", "proc", "tmp", "run", "root", "opt", "var/lib", "var/cache"])
    await mkdir(join(directory, name), { recursive: true });
  for (const name of ["bin", "sbin", "lib", "lib64"]) await symlink(join("usr", name), join(directory, name));
  await runFile("cp", ["-a", "/etc", join(directory, "etc")]);
  await runFile("chmod", ["1777", join(directory, "tmp")]);
  // The service's user must be able to traverse it.
  await runFile("chmod", ["755", directory, inject("ofTheRun")]);
  return {
    directory,
    workdir: "/",
    user: "root",
    environment: { PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin" },
  };
}

async function carryOut(stage: Stage, layer: Layer, layers: Map<string, Layer>, options: BuildOptions): Promise<void> {
  for (const step of stage.steps) {
    if (step.does === "USER") layer.user = step.value;
    else if (step.does === "ENV") layer.environment[step.name] = step.value;
    else if (step.does === "WORKDIR") {
      layer.workdir = step.value;
      await mkdir(join(layer.directory, step.value), { recursive: true });
    } else if (step.does === "COPY") await copy(step, layer, layers);
    else if (step.does === "RUN") await run(step.command, layer, options);
  }
}

/** Copies like Docker: a folder's contents; a file goes into a target that ends with a slash. */
async function copy(step: Extract<Step, { does: "COPY" }>, layer: Layer, layers: Map<string, Layer>): Promise<void> {
  const from = step.from === undefined ? root : layers.get(step.from)?.directory;
  if (from === undefined) throw new Error(`There is no stage ${step.from}.`);
  const to = join(layer.directory, layer.workdir, step.to);
  for (const source of step.sources) {
    const target = step.to.endsWith("/") ? join(to, basename(source)) : to;
    // The earlier stage is no longer used, so its files can be shared.
    if (step.from !== undefined) await runFile("cp", ["-a", "--link", join(from, source), target]);
    else await cp(join(from, source), target, { recursive: true, verbatimSymlinks: true, filter: isInContext });
  }
}

/** Paths that deploy/Dockerfile.dockerignore excludes. */
function isInContext(path: string): boolean {
  return !/^packages\/[^/]+\/(node_modules|test|dist)$/.test(path.slice(root.length + 1));
}

async function run(command: string, layer: Layer, options: BuildOptions): Promise<void> {
  const substitute = options.substitutes?.[command];
  if (substitute) return substitute(join(layer.directory, layer.workdir));
  const { directory, workdir, user } = layer;
  const environment = { ...layer.environment, ...options.environment };
  const words = ["/bin/sh", "-c", command];
  const { code, output } = await finished(
    commandIn({ directory, workdir, user, environment, binds: options.binds ?? {}, words }),
  );
  if (code !== 0) throw new Error(`RUN ${command} ended with ${code}: ${output}`);
}

async function finished(running: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = "";
  for (const stream of [running.stdout, running.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const code = await new Promise<number | null>((resolve) => running.once("close", resolve));
  return { code, output };
}
