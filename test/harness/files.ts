import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { directoryStore } from "../../src/app/files/directory-store.ts";
import type { FileStore } from "../../src/kernel/files/files.ts";

/** A store in its own directory. @param copied another store's directory, to start from its files */
export async function aFileStore(
  copied?: string,
): Promise<{ files: FileStore; directory: string; remove: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), "roost-files-"));
  if (copied !== undefined) await cp(copied, directory, { recursive: true });
  return {
    files: directoryStore(directory),
    directory,
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

const never = async (): Promise<never> => {
  throw new Error("these tests store no files");
};

/** A store for services without files. */
export const noFiles: FileStore = { put: never, read: never, size: never, delete: never };
