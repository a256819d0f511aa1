import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** A fenced block of a guide, in the order of the page. */
export interface Block {
  /** What stands behind the fence: `sh`, `sh refused`, or nothing. */
  readonly kind: string;
  readonly text: string;
}

/** What a guide's commands answered, by their number. */
export interface ExecutedGuide {
  readonly answers: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

async function blocksOf(file: string): Promise<Block[]> {
  const text = await readFile(new URL(`../../docs/${file}`, import.meta.url), "utf8");
  return [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, kind = "", body = ""]) => ({ kind, text: body }));
}

/** The program of a guide that stands in the block of this kind, such as `js follower`. */
export async function programOf(file: string, kind: string): Promise<string> {
  const program = (await blocksOf(file)).find((block) => block.kind === kind);
  if (!program) throw new Error(`${file} has no ${kind}.`);
  return program.text;
}

/**
 * Executes the commands of a guide one after the other, as they stand. `sh` must be answered without errors, `sh refused` with some,
 * `sh text` with what is no JSON. A plain block such as `RENTAL=7   # rentals[0].id` keeps that of the answer before it.
 * @param known what the reader has at the beginning
 * @param between is given each other block where it stands, such as a program of kind `js receiver`, with what is known so far; and once
 * more with each command's answer, under the kind `answered`
 */
export async function executedGuide(
  file: string,
  known: Readonly<Record<string, string>>,
  between: (block: Block, variables: Readonly<Record<string, string>>) => Promise<void> = async () => undefined,
): Promise<ExecutedGuide> {
  const variables = { ...known };
  const answers: string[] = [];
  for (const { kind, text } of await blocksOf(file)) {
    if (kind === "") Object.assign(variables, kept(text, answers.at(-1) ?? ""));
    if (!kind.startsWith("sh")) {
      await between({ kind, text }, variables);
      continue;
    }
    const { stdout } = await promisify(execFile)("sh", ["-euc", text], {
      env: { PATH: process.env.PATH, ...variables },
    });
    const isRefused = /^\{"errors":/.test(stdout);
    if (isRefused !== (kind === "sh refused")) throw new Error(`${file}: ${text} answered ${stdout.slice(0, 500)}`);
    answers.push(stdout);
    await between({ kind: "answered", text: stdout }, variables);
  }
  return { answers, variables };
}

/** The values that a block of assignments takes from an answer. */
function kept(text: string, answer: string): Record<string, string> {
  const assignments = text.matchAll(/^([A-Z_]+)=\S+ +# (\w+)\[0\]\.(\w+)$/gm);
  return Object.fromEntries(
    [...assignments].map(([line, name = "", root = "", attribute = ""]) => {
      const value: unknown = JSON.parse(answer)[root]?.[0]?.[attribute];
      if (value === undefined || value === null) throw new Error(`${line} is not in ${answer.slice(0, 500)}`);
      return [name, String(value)];
    }),
  );
}
