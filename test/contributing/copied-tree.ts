import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join, relative } from "node:path";
import { text } from "node:stream/consumers";

const root = join(import.meta.dirname, "../..");

/** Paths that are not sources, or are linked instead of copied. */
const left = new Set(["node_modules", ".git", "data", "coverage"]);

/** A command's exit code and output. */
export interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** A copy of the project's sources in a temporary directory, until it is removed. */
export class CopiedTree {
  readonly directory: string;
  /** The time at which the copy was complete, in epoch milliseconds. */
  readonly #made = Date.now();

  private constructor(directory: string) {
    this.directory = directory;
  }

  static async make(): Promise<CopiedTree> {
    const directory = await mkdtemp(join(tmpdir(), "roost-copy-"));
    await cp(root, directory, { recursive: true, filter: (path) => !left.has(basename(path)) });
    await linkModules(directory);
    return new CopiedTree(directory);
  }

  /** Runs a shell line in it, without the test run's own environment variables. */
  async run(line: string): Promise<Ran> {
    const { HOME, TMPDIR } = process.env;
    const PATH = [join(this.directory, "node_modules/.bin"), process.env.PATH].join(delimiter);
    // Node compiles the copy's files once instead of once per command.
    const cache = { NODE_COMPILE_CACHE: join(this.directory, "node_modules/.cache/compiled") };
    const env = { PATH, HOME, TMPDIR, NO_COLOR: "1", ...cache };
    const child = spawn(line, { cwd: this.directory, shell: true, env });
    const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
    return { code, output: out + err };
  }

  /** The files written since the copy, by path. */
  async written(): Promise<string[]> {
    const found = await readdir(this.directory, { recursive: true, withFileTypes: true });
    const files = found.filter((one) => one.isFile() && !one.parentPath.includes("node_modules"));
    const paths = files.map(({ parentPath, name }) => join(parentPath, name));
    const times = await Promise.all(paths.map(async (path) => (await stat(path)).mtimeMs));
    return paths.filter((_, index) => (times[index] ?? 0) > this.#made).map((path) => relative(this.directory, path));
  }

  remove(): Promise<void> {
    return rm(this.directory, { recursive: true, force: true });
  }

  read(path: string): Promise<string> {
    return readFile(join(this.directory, path), "utf8");
  }

  async write(path: string, content: string): Promise<void> {
    const target = join(this.directory, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }
}

/** Links each installed package. Caches (`.vite`) and workspaces belong to the copy. */
async function linkModules(directory: string): Promise<void> {
  const [from, to] = [join(root, "node_modules"), join(directory, "node_modules")];
  await mkdir(join(to, "@roost"), { recursive: true });
  for (const name of await readdir(from)) {
    if (name === "@roost" || (name.startsWith(".") && name !== ".bin")) continue;
    await symlink(join(from, name), join(to, name));
  }
  for (const name of await readdir(join(directory, "packages"))) {
    await symlink(join(directory, "packages", name), join(to, "@roost", name));
    // Nested packages with another version.
    const own = join(root, "packages", name, "node_modules");
    if (existsSync(own)) await symlink(own, join(directory, "packages", name, "node_modules"));
  }
}
