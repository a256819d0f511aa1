import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The digests of the migrations that have landed, by their names. */
export const frozenFile = join(import.meta.dirname, "frozen.json");

/** The digests that no migration may differ from any more. */
export async function readFrozen(): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await readFile(frozenFile, "utf8"));
}
