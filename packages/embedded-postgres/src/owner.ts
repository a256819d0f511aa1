import { execFile } from "node:child_process";
import { lchown, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { codeOf, EmbeddedPostgresError, messageOf, useYourOwn } from "./embedded-postgres-error.ts";

/** The account that PostgreSQL runs as. It refuses to be root, so when Node is root it is somebody else. */
export interface Owner {
  uid: number;
  gid: number;
}

const nobody: Owner = { uid: 65534, gid: 65534 };

/** Whether the server shares its user with whatever else runs as `nobody`, which can then read and change its files. */
export const isNobody = (owner: Owner | undefined): boolean => owner?.uid === nobody.uid;

/** Whose a file is, or undefined when it is not there. */
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
 * Whom to run the server of this cluster as: undefined means "as the user who runs Node", the ordinary case.
 * Root runs it as the cluster's present owner, so that one start under sudo does not take the data from an ordinary
 * user, and otherwise as `nobody`.
 *
 * @throws EmbeddedPostgresError when the data belongs to another user, or for root on something other than Linux.
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
    const present = await ownerOf(join(cluster, "PG_VERSION"));
    return present && present.uid !== 0 ? present : nobody;
  }
  const present = await ownerOf(cluster);
  if (present && present.uid !== uid) {
    throw new EmbeddedPostgresError(
      `The data in ${cluster} belongs to user id ${present.uid} and Roost runs as user id ${uid}: ` +
        `start Roost as the user it was first started as (root, when that id is ${nobody.uid}), or ${useYourOwn}.`,
    );
  }
  return undefined;
}

/** Hands `path` (a link itself, not its target) to the owner; nothing when there is nobody to hand it to. */
export async function give(path: string, owner: Owner | undefined): Promise<void> {
  if (owner) await lchown(path, owner.uid, owner.gid);
}

/** Hands a directory and everything below it to the owner. */
export async function giveTree(directory: string, owner: Owner | undefined): Promise<void> {
  if (!owner) return;
  for (const entry of await readdir(directory, { recursive: true })) await give(join(directory, entry), owner);
  await give(directory, owner);
}

/**
 * Runs a program as the owner (as ourselves when undefined) and says why it failed, or undefined when it did not.
 * Permissions are tried out this way and not worked out from mode bits, which know nothing of ACLs or mount options.
 */
export async function whyItFails(
  program: string,
  parameters: string[],
  owner: Owner | undefined,
): Promise<string | undefined> {
  try {
    await promisify(execFile)(program, parameters, { ...owner, cwd: "/", env: bareEnvironment() });
    return undefined;
  } catch (error) {
    const said =
      error instanceof Error && "stderr" in error && typeof error.stderr === "string" ? error.stderr.trim() : "";
    return said || messageOf(error);
  }
}

/** True when the owner may go into `directory`, which takes the right to pass through everything above it. */
export async function canEnter(directory: string, owner: Owner | undefined): Promise<boolean> {
  return !owner || (await whyItFails("/bin/sh", ["-c", 'cd "$1"', "sh", directory], owner)) === undefined;
}

/**
 * How to name a directory of the owner's to a program that is started in it. The plain path, except when the owner may
 * not pass through what lies above (root's home, mode 0700): Linux follows /proc/self/cwd to the directory that the
 * process was put in while it still was root, without looking at anything above. So the data stays where it was asked for.
 */
export async function pathForOwner(directory: string, owner: Owner | undefined): Promise<string> {
  return (await canEnter(directory, owner)) ? directory : "/proc/self/cwd";
}

/** What the system needs to run a program. */
const systemVariables = ["PATH", "LD_LIBRARY_PATH", "SystemRoot", "ComSpec", "TEMP", "TMP"];

/** What moves the clock of whoever tries Roost on another day (libfaketime): Node and PostgreSQL must mean the same moment by now. */
export const clockVariables = ["LD_PRELOAD", "FAKETIME", "FAKETIME_DONT_FAKE_MONOTONIC"];

/**
 * The environment for PostgreSQL's programs: what the system needs and nothing of Roost's, whose variables hold
 * secrets (and `PG…` ones would change what PostgreSQL does). A clock that was moved is moved for them as well.
 */
export function bareEnvironment(): Record<string, string> {
  const kept: Record<string, string> = { LC_ALL: "C" };
  const moved = process.env.FAKETIME !== undefined;
  for (const name of moved ? [...systemVariables, ...clockVariables] : systemVariables) {
    const value = process.env[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}
