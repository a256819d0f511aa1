import { readdir, readFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";

const root = join(import.meta.dirname, "../..");

/** A source file: its path from the project root and its text. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** The TypeScript and JavaScript files in some folders of the project. */
export async function sources(folders: readonly string[]): Promise<Source[]> {
  const found: Source[] = [];
  for (const folder of folders) {
    for (const name of await readdir(join(root, folder), { recursive: true })) {
      if (!/\.(ts|js)$/.test(name) || name.includes("node_modules") || name.includes("dist/")) continue;
      const path = join(folder, name);
      found.push({ path, text: await readFile(join(root, path), "utf8") });
    }
  }
  return found;
}

/** The project files that a file imports. */
export function importsIn(path: string, text: string): string[] {
  const found = text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g);
  return [...found].map(([, to = ""]) => normalize(join(dirname(path), to)));
}
