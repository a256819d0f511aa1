import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { codeOf } from "./embedded-postgres-error.ts";
import type { Paths } from "./paths.ts";

/** A running server's postmaster.pid (the layout is in PostgreSQL's utils/pidfile.h). */
export interface PostmasterFile {
  pid: number;
  port: number;
  /** A socket directory, or the listen address without a socket. */
  host: string;
  /** False while the server starts or stops. */
  ready: boolean;
}

/** Reads the cluster's postmaster.pid; undefined if it is missing or incomplete. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  try {
    const lines = (await readFile(join(cluster, "postmaster.pid"), "utf8")).split("\n").map((line) => line.trim());
    const [pid, , , port, socketDirectory, listens, , status] = lines;
    // A standalone backend (postgres --single) writes its pid as a negative number.
    const id = Math.abs(Number(pid));
    if (!Number.isInteger(id) || id === 0) return undefined;
    return { pid: id, port: Number(port), host: socketDirectory || listens || "", ready: status === "ready" };
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

/**
 * The process behind postmaster.pid: none ("gone"), the cluster's server or a possible one ("server"), or an
 * unrelated program with a recycled pid ("stranger").
 */
export async function whoHoldsCluster(
  paths: Paths,
): Promise<{ pid: number; who: "server" | "stranger" } | { who: "gone" }> {
  const file = await readPostmasterFile(paths.cluster);
  // On Windows, PostgreSQL's own check asks the process itself and is reliable.
  if (!file || process.platform === "win32" || !isAlive(file.pid)) return { who: "gone" };
  const words = await commandLine(file.pid);
  return { pid: file.pid, who: words && !mayServe(words, paths) ? "stranger" : "server" };
}

/** Removes a postmaster.pid that names a stranger. PostgreSQL refuses to start then, which is common after a crash in a container. */
export async function removePostmasterFile(cluster: string): Promise<void> {
  await rm(join(cluster, "postmaster.pid"), { force: true });
}

/** EPERM means another user's process, which cannot be this cluster's server. PostgreSQL assumes the same. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if (codeOf(error) === "ESRCH" || codeOf(error) === "EPERM") return false;
    throw error;
  }
}

/** A process's program and parameters; undefined if unknown, such as after its end. */
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

/** False only if the command line is certainly not a server of the cluster. */
function mayServe(words: string[], { cluster, name }: Paths): boolean {
  // The server's children overwrite their command line with "postgres: checkpointer" and the like.
  if (basename(words[0] ?? "") !== "postgres") return false;
  const itsName = words.find((word) => word.startsWith("cluster_name="));
  if (itsName !== undefined) return itsName === `cluster_name=${name}`;
  const itsData = words[words.indexOf("-D") + 1];
  return !words.includes("-D") || itsData === undefined || !itsData.startsWith("/") || itsData === cluster;
}
