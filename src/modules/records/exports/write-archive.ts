import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

/** Writes files of a directory into a zip archive, as a stream. */
export async function writeArchive(path: string, directory: string, names: readonly string[]): Promise<void> {
  const { ZipFile } = await import("yazl");
  const archive = new ZipFile();
  for (const name of names) archive.addFile(join(directory, name), name);
  archive.end();
  // The archive reports a file that it cannot read; the stream alone would wait for ever.
  const failed = new Promise<never>((_, reject) => archive.on("error", reject));
  await Promise.race([pipeline(archive.outputStream, createWriteStream(path, { mode: 0o600 })), failed]);
}
