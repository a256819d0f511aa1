import { execFile } from "node:child_process";
import { lstat, mkdir, readdir, readFile, readlink, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import { onceARun } from "../harness/once-a-run.ts";

export const root = join(import.meta.dirname, "..", "..");

/** An entry of package-lock.json: a package at a path, or a link to a workspace. */
interface Locked {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

async function lockedPackages(): Promise<Record<string, Locked>> {
  return JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")).packages;
}

/**
 * The packages that `npm ci --omit=dev` installs on this machine, by path: runtime dependencies, their dependencies, and installed peers,
 * which npm keeps even if optional.
 */
export async function productionPackages(): Promise<string[]> {
  const locked = await lockedPackages();
  const found = new Set<string>();
  const visit = (path: string): void => {
    const entry = locked[path];
    if (!entry || found.has(path)) return;
    found.add(path);
    if (entry.link && entry.resolved) visit(entry.resolved);
    const { dependencies, optionalDependencies, peerDependencies } = entry;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const at = locationsFor(name, path).find((location) => locked[location]);
      if (at !== undefined) visit(at);
    }
  };
  visit("");
  const packages = [...found].filter((path) => path.includes("node_modules/")).toSorted();
  // Packages for other platforms are not installed.
  const present = await Promise.all(packages.map((path) => isThere(join(root, path))));
  return packages.filter((_, index) => present[index]);
}

/** The paths where Node looks for a package, from another one's folder upwards. */
function locationsFor(name: string, from: string): string[] {
  const above = from.lastIndexOf("/node_modules/");
  const location = `${from === "" ? "" : `${from}/`}node_modules/${name}`;
  return from === "" ? [location] : [location, ...locationsFor(name, above < 0 ? "" : from.slice(0, above))];
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** A folder's bytes on disk, like `du`, without nested packages. */
export async function bytesOf(folder: string): Promise<number> {
  let bytes = (await lstat(folder)).blocks * 512;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) bytes += (await lstat(path)).blocks * 512;
    else if (entry.name !== "node_modules") bytes += await bytesOf(path);
  }
  return bytes;
}

/** A `node_modules` with only the production packages, created once per run. Programs on it can import nothing else. */
export async function productionModules(): Promise<string> {
  const made = join(inject("ofTheRun"), "production");
  await onceARun(made, async () => {
    const workshop = `${made}.new`;
    const packages = await productionPackages();
    const outermost = packages.filter((path) => path.lastIndexOf("node_modules/") === 0);
    await mkdir(workshop);
    await copyTree([...outermost, ...(await programsOf(packages))], workshop);
    // Packages were copied with nested ones, some of which may be for development.
    for (const path of Object.keys(await lockedPackages()))
      if (!packages.includes(path) && path.includes("node_modules/"))
        await rm(join(workshop, path), { recursive: true, force: true });
    await rename(workshop, made);
  });
  return join(made, "node_modules");
}

/** The links in `node_modules/.bin` to these packages' programs. */
async function programsOf(packages: readonly string[]): Promise<string[]> {
  const links = (await readdir(join(root, "node_modules/.bin"))).map((name) => `node_modules/.bin/${name}`);
  const targets = await Promise.all(links.map(async (link) => join(dirname(link), await readlink(join(root, link)))));
  return links.filter((_, index) => packages.some((path) => targets[index]?.startsWith(`${path}/`)));
}

/** Copies paths of the project, by hard links on the same disk: nothing writes into packages. */
async function copyTree(paths: readonly string[], to: string): Promise<void> {
  const run = promisify(execFile);
  const same = (await stat(root)).dev === (await stat(to)).dev;
  await run("cp", ["-a", ...(same ? ["--link"] : []), "--parents", ...paths, to], { cwd: root });
}
