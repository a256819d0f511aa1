import type { StatsFs } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** Bytes below which a disk is taken for full: two segments of PostgreSQL's write-ahead log, without which it could not even recover. */
const leastRoom = 32 * 1024 * 1024;

/** Whether the disk of a directory, which need not be there yet, has no room left for who runs Node. */
export async function isFull(directory: string): Promise<boolean> {
  return (await freeBytes(directory)) < leastRoom;
}

/** Bytes that this user may still write on the disk of a directory, which need not be there yet. */
export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await existing(resolve(directory));
  return bavail * bsize;
}

async function existing(path: string): Promise<StatsFs> {
  try {
    return await statfs(path);
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isMissing || dirname(path) === path) throw error;
    return existing(dirname(path));
  }
}
