import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The migrations of this release. */
export const migrationsFolder = fileURLToPath(new URL("./migrations/", import.meta.url));

/** One SQL file of a schema's history. */
export interface Migration {
  /** The file's name, such as `0004_rates.sql`: its number is its place in the order. Numbers may have gaps. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file, in hex: what an applied migration is recognised by. */
  readonly digest: string;
}

/** The migrations of a folder in the order in which they are applied. */
export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), "utf8");
      return { name, sql, digest: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}
