import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { ListedLine } from "./lists.ts";
import { NameError } from "./names.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/**
 * Writes new files, adds lines to lists, and formats the result. Changes nothing if one of the files exists.
 * @param files contents by path from the project root
 * @returns the files whose lists were extended
 * @throws NameError when a file already exists
 */
export async function write(files: Readonly<Record<string, string>>, lines: readonly ListedLine[]): Promise<string[]> {
  for (const path of Object.keys(files)) {
    if (existsSync(join(root, path))) throw new NameError(`${path} already exists. Nothing was written.`);
  }
  const lists = await extended(lines);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text, { flag: "wx" });
  }
  for (const [path, text] of lists) await writeFile(join(root, path), text);
  const formatted = [...Object.keys(files), ...lists.keys()].filter((path) => !path.endsWith(".sql"));
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  await run(process.execPath, [biome, "check", "--write", ...formatted], { cwd: root });
  return [...lists.keys()];
}

/** The new contents of the files with lists, not yet written. */
async function extended(lines: readonly ListedLine[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const added of lines) {
    const text = texts.get(added.file) ?? (await readFile(join(root, added.file), "utf8"));
    texts.set(added.file, withLine(text, added));
  }
  return texts;
}

function withLine(text: string, { file, list = "", before, line }: ListedLine): string {
  const lines = text.split("\n");
  const begin = lines.findIndex((one) => one.startsWith(list));
  const end = lines.findIndex((one, index) => index >= begin && one.startsWith(before));
  if (begin === -1 || end === -1) throw new Error(`${file} has no list that begins with "${list}".`);
  return lines.toSpliced(end, 0, line).join("\n");
}
