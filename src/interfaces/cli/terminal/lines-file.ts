import { access, open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { invalid } from "../../../kernel/errors.ts";

/** Characters that are written at a time. */
const chunk = 256 * 1024;

/** @throws RequestError 422 when there is something under the name of a file that is to be made, or no directory for it */
export async function assertNewFile(file: string): Promise<void> {
  const exists = (path: string): Promise<boolean> =>
    access(path).then(
      () => true,
      () => false,
    );
  if (await exists(file)) throw invalid({ export: [`${file} exists already`] });
  const directory = dirname(resolve(file));
  if (!(await exists(directory))) throw invalid({ export: [`there is no directory ${directory}`] });
}

/**
 * Writes a file line by line, for its owner's eyes. It has its name once it is whole and on the disk; until then it is called
 * `<file>.partial`, and is deleted when the work fails.
 */
export async function writeLinesFile<T>(
  file: string,
  work: (write: (line: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const partial = `${file}.partial`;
  const handle = await open(partial, "w", 0o600);
  let waiting = "";
  const flush = async (): Promise<void> => {
    await handle.writeFile(waiting);
    waiting = "";
  };
  try {
    const result = await work(async (line) => {
      waiting += `${line}\n`;
      if (waiting.length >= chunk) await flush();
    });
    await flush();
    await handle.sync();
    await handle.close();
    await rename(partial, file);
    await syncDirectory(dirname(resolve(file)));
    return result;
  } catch (error) {
    await handle.close();
    await rm(partial, { force: true });
    throw error;
  }
}

/** A new name is on the disk when its directory is. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
