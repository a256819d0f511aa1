import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import type { SaveFile } from "../../modules/records/privacy/export-files.ts";
import { syncDirectory } from "./terminal/lines-file.ts";

/**
 * Writes files into a new directory that only its owner can read. It is created with the first file, as `<directory>.partial`, and renamed
 * once every file is on disk. A failure deletes it.
 */
export async function writeFilesDirectory<T>(directory: string, work: (save: SaveFile) => Promise<T>): Promise<T> {
  const partial = `${directory}.partial`;
  await rm(partial, { recursive: true, force: true });
  let exists = false;
  try {
    const result = await work(async (name, content) => {
      if (!exists) await mkdir(partial, { mode: 0o700 });
      exists = true;
      await pipeline(content, createWriteStream(join(partial, name), { flags: "wx", mode: 0o600, flush: true }));
    });
    if (exists) {
      await syncDirectory(partial);
      await rename(partial, directory);
      await syncDirectory(dirname(resolve(directory)));
    }
    return result;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}
