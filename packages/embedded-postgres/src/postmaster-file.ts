import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { codeOf } from "./embedded-postgres-error.ts";
import type { Places } from "./places.ts";

/** What a running server says of itself in postmaster.pid (the layout is in PostgreSQL's utils/pidfile.h). */
export interface PostmasterFile {
  pid: number;
  port: number;
  /** A socket directory, or the address that it listens on when it has no socket. */
  host: string;
  /** False while it starts or stops. */
  ready: boolean;
}

/** Reads the cluster's postmaster.pid: undefined when there is none, or one that is not written to its end yet. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  try {
    const lines = (await readFile(join(cluster, "postmaster.pid"), "utf8")).split("\n").map((line) => line.trim());
    const [pid, , , port, socketDirectory, listens, , status] = lines;
    // A standalone backend (postgres --single) writes its id as a negative number.
    const id = Math.abs(Number(pid));
    if (!Number.isInteger(id) || id === 0) return undefined;
    return { pid: id, port: Number(port), host: socketDirectory || listens || "", ready: status === "ready" };
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

/**
 * Who is behind postmaster.pid: nobody ("gone", also when there is no file), the cluster's server or what may be it
 * ("server"), or a program that has nothing to do with it and got the same process id ("stranger").
 */
export async function whoHoldsCluster(
  places: Places,
): Promise<{ pid: number; who: "server" | "stranger" } | { who: "gone" }> {
  const file = await readPostmasterFile(places.cluster);
  // Windows' own check in PostgreSQL asks the process itself, and so is never wrong: leave it to that.
  if (!file || process.platform === "win32" || !isAlive(file.pid)) return { who: "gone" };
  const words = await commandLine(file.pid);
  return { pid: file.pid, who: words && !mayServe(words, places) ? "stranger" : "server" };
}

/**
 * Removes a postmaster.pid that names a stranger. PostgreSQL copes by itself with a process that is gone, but refuses to
 * start when the id now belongs to another program of the same user: after a crash in a container, often.
 */
export async function removePostmasterFile(cluster: string): Promise<void> {
  await rm(join(cluster, "postmaster.pid"), { force: true });
}

/** EPERM means a process of another user: the server of data that we may use is not among those (PostgreSQL says so too). */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if (codeOf(error) === "ESRCH" || codeOf(error) === "EPERM") return false;
    throw error;
  }
}

/** A process's program and parameters, or undefined when they cannot be known: it may have ended just now. */
async function commandLine(pid: number): Promise<string[] | undefined> {
  try {
    if (process.platform === "linux") return (await readFile(`/proc/${pid}/cmdline`, "utf8")).split("\0");
    return (await promisify(execFile)("ps", ["-ww", "-o", "command=", "-p", String(pid)])).stdout.trim().split(" ");
  } catch (error) {
    const endedForPs = error instanceof Error && "code" in error && error.code === 1;
    if (endedForPs || ["ENOENT", "ESRCH", "EACCES", "EPERM"].includes(codeOf(error) ?? "")) return undefined;
    throw error;
  }
}

/** False only when it is certain that a process with this command line is not a server of the cluster. */
function mayServe(words: string[], { cluster, name }: Places): boolean {
  // The server's own children write "postgres: checkpointer" and the like over their command line.
  if (basename(words[0] ?? "") !== "postgres") return false;
  const itsName = words.find((word) => word.startsWith("cluster_name="));
  if (itsName !== undefined) return itsName === `cluster_name=${name}`;
  const itsData = words[words.indexOf("-D") + 1];
  return !words.includes("-D") || itsData === undefined || !itsData.startsWith("/") || itsData === cluster;
}
