import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The digests of frozen migrations, by name. */
export const frozenFile = join(import.meta.dirname, "frozen.json");

/** Reads the digests of frozen migrations. */
export async function readFrozen(): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await readFile(frozenFile, "utf8"));
}
