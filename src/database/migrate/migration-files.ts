import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** One SQL migration. */
export interface Migration {
  /** The file's name, such as `0104_cleanings.sql`. Its number gives the order; numbers may have gaps. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file, in hex. Identifies an applied migration. */
  readonly digest: string;
}

/** The first migration: the 0.1.0 schema, joined from the files of `baseline/`. */
export const baselineName = "0100_baseline.sql";

const folder = (name: string): string => join(import.meta.dirname, name);

/** This release's migrations in order: the baseline, then the files of `migrations/`. */
export async function readMigrations(): Promise<Migration[]> {
  const files = await readFiles(folder("baseline"));
  const baseline = migrationOf(baselineName, files.map(({ sql }) => sql).join("\n"));
  return [baseline, ...(await readFiles(folder("migrations")))];
}

/** The preview releases' migrations. The baseline creates the same schema in one step. */
export const readPreview = (): Promise<Migration[]> => readFiles(folder("preview"));

async function readFiles(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(names.map(async (name) => migrationOf(name, await readFile(join(directory, name), "utf8"))));
}

const migrationOf = (name: string, sql: string): Migration => ({
  ...{ name, sql, digest: createHash("sha256").update(sql).digest("hex") },
});
