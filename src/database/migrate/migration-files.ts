import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** One SQL file of a schema's history. */
export interface Migration {
  /** The file's name, such as `0104_cleanings.sql`: its number is its place in the order. Numbers may have gaps. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file, in hex: what an applied migration is recognised by. */
  readonly digest: string;
}

/** The first migration: the schema of 0.1.0, whose files make it together. */
export const baselineName = "0100_baseline.sql";

const folder = (name: string): string => join(import.meta.dirname, name);

/** The migrations of this release in the order in which they are applied: the baseline, and those since. */
export async function readMigrations(): Promise<Migration[]> {
  const files = await readFiles(folder("baseline"));
  const baseline = migrationOf(baselineName, files.map(({ sql }) => sql).join("\n"));
  return [baseline, ...(await readFiles(folder("migrations")))];
}

/** The migrations of the preview releases, whose schema the baseline makes at once. */
export const readPreview = (): Promise<Migration[]> => readFiles(folder("preview"));

async function readFiles(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(names.map(async (name) => migrationOf(name, await readFile(join(directory, name), "utf8"))));
}

const migrationOf = (name: string, sql: string): Migration => ({
  ...{ name, sql, digest: createHash("sha256").update(sql).digest("hex") },
});
