import { createWriteStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

/** Writes files of a directory into a zip archive, as a stream. A name that ends with a slash means all files of that directory. */
export async function writeArchive(path: string, directory: string, names: readonly string[]): Promise<void> {
  const { ZipFile } = await import("yazl");
  const archive = new ZipFile();
  for (const name of names) {
    const files = name.endsWith("/") ? (await readdir(join(directory, name))).map((file) => name + file) : [name];
    for (const file of files) archive.addFile(join(directory, file), file);
  }
  archive.end();
  // The archive reports a file that it cannot read; the stream alone would wait for ever.
  const failed = new Promise<never>((_, reject) => archive.on("error", reject));
  await Promise.race([pipeline(archive.outputStream, createWriteStream(path, { mode: 0o600 })), failed]);
}
