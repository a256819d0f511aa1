import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { makeDirectory } from "@roost/embedded-postgres";
import { assertFileKey, type FileStore, MissingFileError } from "../../kernel/files/files.ts";

/**
 * Stores files in a directory, two folders deep to keep folders small: `ab/cd/abcd…`. A file gets its name only once all of it is on disk.
 * @param directory created with the first file
 */
export function directoryStore(directory: string): FileStore {
  const root = resolve(directory);
  const pathOf = (key: string): string => {
    assertFileKey(key);
    return join(root, key.slice(0, 2), key.slice(2, 4), key);
  };
  return {
    async put(key, source) {
      const path = pathOf(key);
      await makeDirectory(dirname(path), 0o700);
      const partial = `${path}.${randomBytes(6).toString("hex")}.part`;
      try {
        await copyFile(source, partial);
        await flush(partial);
        await rename(partial, path);
        // Flush the folders too: a crash must not lose the new name.
        await flush(dirname(path));
        await flush(dirname(dirname(path)));
        await flush(root);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },
    async read(key, range) {
      const stream = createReadStream(pathOf(key), range ?? {});
      await new Promise<void>((opened, fail) => {
        stream.once("open", () => opened());
        stream.once("error", (error) => fail(isMissing(error) ? new MissingFileError({ cause: error }) : error));
      });
      return stream;
    },
    async size(key) {
      return stat(pathOf(key)).then(
        ({ size }) => size,
        (error: unknown) => {
          if (isMissing(error)) return undefined;
          throw error;
        },
      );
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

/** Flushes a file or folder to disk. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT";
