import { access, open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { invalid } from "../../../kernel/errors.ts";

/** Characters buffered before a write. */
const chunkSize = 256 * 1024;

/** @throws RequestError 422 when the path exists, or its directory does not */
export async function assertNewFile(file: string): Promise<void> {
  if (await exists(file)) throw invalid({ export: [`${file} already exists`] });
  await assertDirectoryOf(file, "export");
}

/** @throws RequestError 422 when the path's directory does not exist */
export async function assertDirectoryOf(file: string, option: string): Promise<void> {
  const directory = dirname(resolve(file));
  if (!(await exists(directory))) throw invalid({ [option]: [`directory ${directory} does not exist`] });
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Writes a file that only its owner can read, line by line. It is called `<file>.partial` until all of it is on disk. A failure deletes it.
 */
export async function writeLinesFile<T>(
  file: string,
  work: (write: (line: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const partial = `${file}.partial`;
  const handle = await open(partial, "w", 0o600);
  let buffered = "";
  const flush = async (): Promise<void> => {
    await handle.writeFile(buffered);
    buffered = "";
  };
  try {
    const result = await work(async (line) => {
      buffered += `${line}\n`;
      if (buffered.length >= chunkSize) await flush();
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

/** Flushes a directory, which makes new file names in it durable. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
