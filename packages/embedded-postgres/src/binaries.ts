import { lstat, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { copyAside } from "./binaries-copy.ts";
import { codeOf, EmbeddedPostgresError, useYourOwn } from "./embedded-postgres-error.ts";
import { canEnter, failureOf, type Owner } from "./owner.ts";

/** PostgreSQL's programs, by absolute path. */
export interface Binaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

export interface FindBinariesOptions {
  /** The folder with `bin`, `lib` and `share`; the platform package's `native` when undefined. */
  native: string | undefined;
  owner: Owner | undefined;
  /** Folders to copy the binaries to if they cannot be used in place, best first. */
  copyTo: string[];
  log: (line: string) => void;
}

/**
 * Finds binaries that the owner can run, by running `postgres --version` as that user.
 *
 * @throws EmbeddedPostgresError if this platform has none or they do not run (such as on Alpine with musl).
 */
export async function findBinaries({
  native = packagedFolder(),
  owner,
  copyTo,
  log,
}: FindBinariesOptions): Promise<Binaries> {
  if (await makeMissingLinks(native)) {
    const failure = await failureOf(binariesIn(native).postgres, ["--version"], undefined);
    if (failure !== undefined) throw doesNotRunHere(failure);
    if (!owner || (await failureOf(binariesIn(native).postgres, ["--version"], owner)) === undefined) {
      return binariesIn(native);
    }
  }
  let failure = "no folder is available that PostgreSQL's user can reach";
  for (const parent of copyTo) {
    const copy = await copyAside(native, parent, (folder) => canEnter(folder, owner));
    if (!copy) continue;
    await makeMissingLinks(copy.folder);
    const why = await failureOf(binariesIn(copy.folder).postgres, ["--version"], owner);
    if (why === undefined) {
      if (copy.isNew)
        log(`copied PostgreSQL's programs from ${native} to ${copy.folder}, because its user cannot use them in place`);
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
      `This installation has no PostgreSQL for ${platform}-${process.arch} (package ${name}): ${useYourOwn}.`,
      { cause: error },
    );
  }
}

function doesNotRunHere(why: string): EmbeddedPostgresError {
  const reason = why.replaceAll(/\s*\n\s*/g, "; ");
  return new EmbeddedPostgresError(
    `Roost's PostgreSQL does not run on this machine (it needs glibc, which Alpine lacks): ${useYourOwn}. ` +
      `System error: ${reason}`,
  );
}

/**
 * Makes the links between libraries that the package's install script makes, since npm 12 and `--ignore-scripts` skip it.
 * @returns false if links are missing and the folder is not writable
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
      // Another process with the same installation has just made it.
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

/** Both ends of every link, relative to the package: "native/lib/…". */
async function listedLinks(native: string): Promise<{ source: string; target: string }[]> {
  let list: unknown;
  try {
    list = JSON.parse(await readFile(join(native, "pg-symlinks.json"), "utf8"));
  } catch (error) {
    // The Windows package has no links, and therefore no list.
    if (codeOf(error) !== "ENOENT") throw error;
  }
  return Array.isArray(list) ? list.filter(isLink) : [];
}

function isLink(entry: unknown): entry is { source: string; target: string } {
  if (typeof entry !== "object" || entry === null || !("source" in entry) || !("target" in entry)) return false;
  return typeof entry.source === "string" && typeof entry.target === "string";
}
