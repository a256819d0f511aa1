import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import type { SaveFile } from "../../modules/records/privacy/export-files.ts";
import { syncDirectory } from "./terminal/lines-file.ts";

/**
 * Writes files into a new directory, for its owner's eyes. It has its name once all of them are whole and on the disk; until then it is
 * called `<directory>.partial`, and is deleted when the work fails. Without a file there is no directory.
 */
export async function writeFilesDirectory<T>(directory: string, work: (save: SaveFile) => Promise<T>): Promise<T> {
  const partial = `${directory}.partial`;
  await rm(partial, { recursive: true, force: true });
  let isMade = false;
  try {
    const result = await work(async (name, content) => {
      if (!isMade) await mkdir(partial, { mode: 0o700 });
      isMade = true;
      await pipeline(content, createWriteStream(join(partial, name), { flags: "wx", mode: 0o600, flush: true }));
    });
    if (isMade) {
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
