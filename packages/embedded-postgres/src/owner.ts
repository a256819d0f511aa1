import { execFile } from "node:child_process";
import { lchown, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { codeOf, EmbeddedPostgresError, messageOf, useYourOwn } from "./embedded-postgres-error.ts";

/** The user that PostgreSQL runs as: never root, which PostgreSQL refuses. */
export interface Owner {
  uid: number;
  gid: number;
}

const nobody: Owner = { uid: 65534, gid: 65534 };

/** Whether the server runs as `nobody`, whose other processes can read and change its files. */
export const isNobody = (owner: Owner | undefined): boolean => owner?.uid === nobody.uid;

/** A file's owner, or undefined if it does not exist. */
export async function ownerOf(path: string): Promise<Owner | undefined> {
  try {
    const { uid, gid } = await stat(path);
    return { uid, gid };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * The user to run a cluster's server as; undefined means the user who runs Node, the normal case. Root uses the
 * cluster's current owner, so that one start under sudo does not take over a user's data, and otherwise `nobody`.
 *
 * @throws EmbeddedPostgresError if the data belongs to another user, or for root on systems other than Linux.
 */
export async function serverOwner(cluster: string): Promise<Owner | undefined> {
  const uid = process.getuid?.();
  if (uid === undefined) return undefined;
  if (uid === 0) {
    if (process.platform !== "linux") {
      throw new EmbeddedPostgresError(
        `PostgreSQL does not run as root: start Roost as another user, or ${useYourOwn}.`,
      );
    }
    const current = await ownerOf(join(cluster, "PG_VERSION"));
    return current && current.uid !== 0 ? current : nobody;
  }
  const current = await ownerOf(cluster);
  if (current && current.uid !== uid) {
    throw new EmbeddedPostgresError(
      `The data in ${cluster} belongs to user id ${current.uid}, but Roost runs as user id ${uid}: ` +
        `start Roost as its original user (root if the id is ${nobody.uid}), or ${useYourOwn}.`,
    );
  }
  return undefined;
}

/** Changes a path's owner, without following links. Does nothing without an owner. */
export async function changeOwner(path: string, owner: Owner | undefined): Promise<void> {
  if (owner) await lchown(path, owner.uid, owner.gid);
}

/** Changes the owner of a directory and everything in it. */
export async function changeTreeOwner(directory: string, owner: Owner | undefined): Promise<void> {
  if (!owner) return;
  for (const entry of await readdir(directory, { recursive: true })) await changeOwner(join(directory, entry), owner);
  await changeOwner(directory, owner);
}

/**
 * Runs a program as the owner and returns its error, or undefined on success. Checks permissions by trying, because
 * mode bits ignore ACLs and mount options.
 */
export async function failureOf(
  program: string,
  parameters: string[],
  owner: Owner | undefined,
): Promise<string | undefined> {
  try {
    await promisify(execFile)(program, parameters, { ...owner, cwd: "/", env: bareEnvironment() });
    return undefined;
  } catch (error) {
    const output =
      error instanceof Error && "stderr" in error && typeof error.stderr === "string" ? error.stderr.trim() : "";
    return output || messageOf(error);
  }
}

/** Whether the owner can enter `directory`, including its parents. */
export async function canEnter(directory: string, owner: Owner | undefined): Promise<boolean> {
  return !owner || (await failureOf("/bin/sh", ["-c", 'cd "$1"', "sh", directory], owner)) === undefined;
}

/**
 * The path of a directory for a program that starts in it. If the owner cannot pass the parents (such as /root),
 * /proc/self/cwd reaches the working directory that was set as root.
 */
export async function pathForOwner(directory: string, owner: Owner | undefined): Promise<string> {
  return (await canEnter(directory, owner)) ? directory : "/proc/self/cwd";
}

/** Variables that the system needs to run a program. */
const systemVariables = ["PATH", "LD_LIBRARY_PATH", "SystemRoot", "ComSpec", "TEMP", "TMP"];

/** libfaketime's variables: Node and PostgreSQL must agree on the time. */
export const clockVariables = [
  "LD_PRELOAD",
  "FAKETIME_TIMESTAMP_FILE",
  "FAKETIME_CACHE_DURATION",
  "FAKETIME_DONT_FAKE_MONOTONIC",
];

/** The environment for PostgreSQL's programs, without Roost's secrets or `PG…` variables, but with a moved clock. */
export function bareEnvironment(): Record<string, string> {
  const environment: Record<string, string> = { LC_ALL: "C" };
  const hasMovedClock = process.env.FAKETIME_TIMESTAMP_FILE !== undefined;
  for (const name of hasMovedClock ? [...systemVariables, ...clockVariables] : systemVariables) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}
