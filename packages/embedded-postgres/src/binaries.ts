import { lstat, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { copyAside } from "./binaries-copy.ts";
import { codeOf, EmbeddedPostgresError, useYourOwn } from "./embedded-postgres-error.ts";
import { canEnter, type Owner, whyItFails } from "./owner.ts";

/** PostgreSQL's programs, by absolute path. */
export interface Binaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

export interface BinariesWanted {
  /** The folder with `bin`, `lib` and `share`; the platform package's `native` when undefined. */
  native: string | undefined;
  owner: Owner | undefined;
  /** Folders to copy the binaries to when they cannot be used where they are, best first. */
  copyTo: string[];
  log: (line: string) => void;
}

/**
 * Finds binaries that the owner can really run: `postgres --version` has been run as that user.
 *
 * @throws EmbeddedPostgresError when there are none for this platform or they do not run here (Alpine's musl).
 */
export async function findBinaries({
  native = packagedFolder(),
  owner,
  copyTo,
  log,
}: BinariesWanted): Promise<Binaries> {
  if (await makeMissingLinks(native)) {
    const failure = await whyItFails(binariesIn(native).postgres, ["--version"], undefined);
    if (failure !== undefined) throw doesNotRunHere(failure);
    if (!owner || (await whyItFails(binariesIn(native).postgres, ["--version"], owner)) === undefined) {
      return binariesIn(native);
    }
  }
  let failure = "there is no place to copy the programs to where the user who runs PostgreSQL could reach them";
  for (const parent of copyTo) {
    const copy = await copyAside(native, parent, (folder) => canEnter(folder, owner));
    if (!copy) continue;
    await makeMissingLinks(copy.folder);
    const why = await whyItFails(binariesIn(copy.folder).postgres, ["--version"], owner);
    if (why === undefined) {
      if (copy.isNew) log(`PostgreSQL's programs cannot be used in ${native}, so they were copied to ${copy.folder}.`);
      return binariesIn(copy.folder);
    }
    failure = why;
  }
  throw doesNotRunHere(failure);
}

function binariesIn(native: string): Binaries {
  const suffix = process.platform === "win32" ? ".exe" : "";
  const program = (name: string) => join(native, "bin", `${name}${suffix}`);
  return { initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") };
}

function packagedFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), "..", "native");
  } catch (error) {
    if (codeOf(error) !== "MODULE_NOT_FOUND") throw error;
    throw new EmbeddedPostgresError(
      `There is no PostgreSQL for ${platform}-${process.arch} in this installation (package ${name}): ${useYourOwn}.`,
      { cause: error },
    );
  }
}

function doesNotRunHere(why: string): EmbeddedPostgresError {
  const reason = why.replaceAll(/\s*\n\s*/g, "; ");
  return new EmbeddedPostgresError(
    `The PostgreSQL that comes with Roost does not run on this machine (it needs glibc, so not Alpine): ${useYourOwn}. ` +
      `What the system said: ${reason}`,
  );
}

/**
 * Makes the links between libraries that the package's install script would have made: npm 12 and `--ignore-scripts`
 * skip it. False when they are missing and cannot be made, in a folder that is not ours to write in.
 */
async function makeMissingLinks(native: string): Promise<boolean> {
  for (const { source, target } of await listedLinks(native)) {
    const at = join(native, relative("native", target));
    if (await exists(at)) continue;
    try {
      await symlink(relative(dirname(target), source), at);
    } catch (error) {
      const code = codeOf(error);
      if (code === "EACCES" || code === "EPERM" || code === "EROFS") return false;
      // Another process on the same installation may have made it in this moment.
      if (code !== "EEXIST") throw error;
    }
  }
  return true;
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}

/** Both ends of every link, named from the package: "native/lib/…". */
async function listedLinks(native: string): Promise<{ source: string; target: string }[]> {
  let list: unknown;
  try {
    list = JSON.parse(await readFile(join(native, "pg-symlinks.json"), "utf8"));
  } catch (error) {
    // Windows' package has no links, and so no list.
    if (codeOf(error) !== "ENOENT") throw error;
  }
  return Array.isArray(list) ? list.filter(isLink) : [];
}

function isLink(entry: unknown): entry is { source: string; target: string } {
  if (typeof entry !== "object" || entry === null || !("source" in entry) || !("target" in entry)) return false;
  return typeof entry.source === "string" && typeof entry.target === "string";
}
