import { readFile } from "node:fs/promises";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** A guide's step: a command, a file, or lines for a file. */
export type Step =
  | { readonly kind: "file"; readonly path: string; readonly text: string }
  | { readonly kind: "command"; readonly line: string }
  /** Lines to insert below the file's first line that contains `after`. */
  | { readonly kind: "lines"; readonly path: string; readonly after: string; readonly lines: readonly string[] };

/**
 * The steps of a section, in order. An `sh` block has one command per line; a `ts` block begins with the comment `// <path>, after: <text>`.
 * @throws Error for a section or block of another form
 */
export async function stepsOf(title: string): Promise<Step[]> {
  const text = await readFile(join(root, "CONTRIBUTING.md"), "utf8");
  const section = text.split(/^## /m).find((one) => one.startsWith(`${title}\n`));
  if (section === undefined) throw new Error(`CONTRIBUTING.md has no section "${title}".`);
  return stepsIn(section);
}

/** The steps of a whole guide. A block that begins with only a path in a comment is that file. */
export async function blocksOf(guide: string): Promise<Step[]> {
  return stepsIn(await readFile(join(root, guide), "utf8"));
}

function stepsIn(text: string): Step[] {
  const blocks = text.matchAll(/^( *)```(\w+)\n(.*?)^ *```$/gms);
  return [...blocks].flatMap(([, indent = "", language = "", block = ""]) => {
    const lines = block
      .trimEnd()
      .split("\n")
      .map((line) => line.slice(indent.length));
    return language === "sh" ? lines.map((line) => ({ kind: "command" as const, line })) : [blockOf(lines)];
  });
}

function blockOf([head = "", ...lines]: readonly string[]): Step {
  const [, whole] = /^(?:\/\/|--) (\S+)$/.exec(head) ?? [];
  if (whole !== undefined) return { kind: "file", path: whole, text: `${lines.join("\n")}\n` };
  const [, path, after] = /^\/\/ (\S+), after: (.+)$/.exec(head) ?? [];
  if (path === undefined || after === undefined) throw new Error(`A block does not say where it goes: ${head}`);
  return { kind: "lines", path, after, lines };
}

/** Inserts a step's lines into a text. */
export function withLines(text: string, { path, after, lines }: Step & { readonly kind: "lines" }): string {
  const all = text.split("\n");
  const index = all.findIndex((line) => line.includes(after));
  if (index === -1) throw new Error(`${path} has no line with "${after}".`);
  return all.toSpliced(index + 1, 0, ...lines).join("\n");
}
