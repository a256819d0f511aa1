import type { StatsFs } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** Below this a disk counts as full: PostgreSQL needs two write-ahead log segments to recover. */
const minFreeBytes = 32 * 1024 * 1024;

/** Whether a directory's disk is full for this user. The directory need not exist. */
export async function isFull(directory: string): Promise<boolean> {
  return (await freeBytes(directory)) < minFreeBytes;
}

/** The free bytes on a directory's disk for this user. The directory need not exist. */
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
