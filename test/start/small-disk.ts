import { spawnSync } from "node:child_process";
import { chmod, open, rm, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { aDirectory } from "./service.ts";

const root = process.getuid?.() === 0 && process.platform === "linux";

/** The reason why a file system cannot be mounted here, if so. */
export const noMounting =
  root && spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0
    ? undefined
    : "Mounting is refused here, which takes root on Linux: what happens on a full disk is not tested.";

/** A small disk that a test can fill. */
export interface SmallDisk {
  readonly directory: string;
  /** Fills the disk. @param left megabytes to leave free */
  fill(left?: number): Promise<void>;
  /** Frees the space. */
  free(): Promise<void>;
}

/** Mounts an in-memory disk for the test. @param megabytes its size */
export async function aSmallDisk(megabytes: number): Promise<SmallDisk> {
  const disk = await mountedDisk(await aDirectory(), megabytes);
  onTestFinished(disk.unmount);
  return disk;
}

/** Mounts an in-memory disk at a directory. @param megabytes its size */
export async function mountedDisk(
  directory: string,
  megabytes: number,
): Promise<SmallDisk & { readonly unmount: () => void }> {
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", directory], {
    encoding: "utf8",
  });
  if (mounted.status !== 0) throw new Error(`The disk cannot be mounted: ${mounted.stderr}`);
  await chmod(directory, 0o755);
  const filling = join(directory, "filling");
  return {
    directory,
    fill: (left = 0) => fillWith(filling, left),
    free: () => rm(filling, { force: true }),
    unmount: () => void spawnSync("umount", ["--lazy", directory]),
  };
}

async function fillWith(path: string, left: number): Promise<void> {
  const file = await open(path, "a");
  const zeros = Buffer.alloc(32 * 1024 * 1024);
  try {
    for (let bytes = zeros.length; bytes >= 4096; ) {
      const written = await file.write(zeros.subarray(0, bytes)).then(
        ({ bytesWritten }) => bytesWritten,
        (error: unknown) => {
          if (error instanceof Error && "code" in error && error.code === "ENOSPC") return 0;
          throw error;
        },
      );
      if (written < bytes) bytes /= 2;
    }
  } finally {
    await file.close();
  }
  await truncate(path, Math.max(0, (await stat(path)).size - left * 1024 * 1024));
}
