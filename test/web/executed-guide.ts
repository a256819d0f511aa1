import { execFile, spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** A guide's fenced block. */
export interface Block {
  /** The text after the fence: `sh`, `sh refused`, or nothing. */
  readonly kind: string;
  readonly text: string;
}

/** The output of a guide's commands in order, and the final variables. */
export interface ExecutedGuide {
  readonly answers: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

async function blocksOf(file: string): Promise<Block[]> {
  const text = await readFile(new URL(`../../docs/${file}`, import.meta.url), "utf8");
  return [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, kind = "", body = ""]) => ({ kind, text: body }));
}

/** A guide's program in the block of a kind such as `js follower`. */
export async function programOf(file: string, kind: string): Promise<string> {
  const program = (await blocksOf(file)).find((block) => block.kind === kind);
  if (!program) throw new Error(`${file} has no block "${kind}"`);
  return program.text;
}

/** Options for executing a guide. */
interface Following {
  /** Values for variables that the guide sets to examples, such as TOKEN. */
  readonly known: Readonly<Record<string, string>>;
  /** The working directory. */
  readonly cwd?: string;
  /**
   * Called in order for each other block, such as a program of kind `js receiver`, with the variables so far; and with each command's
   * output, as kind `answered`.
   */
  readonly between?: (block: Block, variables: Readonly<Record<string, string>>) => Promise<void>;
}

/**
 * Executes a guide's commands unchanged, in order. `sh` must return JSON without errors, `sh refused` JSON with errors, `sh text` other
 * text. A plain block sets variables: `RENTAL=7   # rentals[0].id` from the previous output, others literally. A block such as
 * `csv rentals.csv` is saved as a file. An unset variable fails the command.
 */
export async function executedGuide(file: string, { known, cwd, between }: Following): Promise<ExecutedGuide> {
  const variables: Record<string, string> = {};
  const answers: string[] = [];
  const shell = async (script: string): Promise<string> => {
    const environment = { PATH: process.env.PATH, HOME: process.env.HOME, ...variables };
    return (await promisify(execFile)("sh", ["-euc", script], { env: environment, ...(cwd ? { cwd } : {}) })).stdout;
  };
  for (const { kind, text } of await blocksOf(file)) {
    const [language = "", name = ""] = kind.split(" ");
    if (kind === "") await setVariables(text, { variables, known, answer: answers.at(-1) ?? "", shell });
    else if (cwd && name.includes(".")) await writeFile(join(cwd, name), text);
    if (name === "sample" && language in interpreters)
      await runSample(interpreters[language], text, { variables, cwd });
    if (language !== "sh") {
      await between?.({ kind, text }, variables);
      continue;
    }
    const answer = await shell(text);
    const isRefused = /^\{"errors":/.test(answer);
    if (isRefused !== (kind === "sh refused")) throw new Error(`${file}: ${text} answered ${answer.slice(0, 500)}`);
    answers.push(answer);
    await between?.({ kind: "answered", text: answer }, variables);
  }
  return { answers, variables };
}

/** Machines without Python's `requests` skip its samples. */
const hasRequests = spawnSync("python3", ["-c", "import requests"]).status === 0;
const interpreters: Readonly<Record<string, readonly string[] | undefined>> = {
  js: [process.execPath, "--input-type=module", "-e"],
  ...(hasRequests ? { py: ["python3", "-c"] } : {}),
};

interface Sample {
  readonly variables: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
}

/** Runs a sample of a guide; fails if it exits with an error. */
async function runSample(
  [program = "", ...args]: readonly string[] = [],
  text: string,
  { variables, cwd }: Sample,
): Promise<void> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...variables };
  await promisify(execFile)(program, [...args, text], { env, ...(cwd ? { cwd } : {}) });
}

interface Setting {
  readonly variables: Record<string, string>;
  readonly known: Readonly<Record<string, string>>;
  readonly answer: string;
  readonly shell: (script: string) => Promise<string>;
}

/** Executes a block of assignments; ignores any other block. */
async function setVariables(text: string, { variables, known, answer, shell }: Setting): Promise<void> {
  for (const [, line = "", path] of text.matchAll(/^((?:export )?[A-Z_]+=.*?)(?: +# ([\w[\].]+))?$/gm)) {
    for (const [, name = "", value = ""] of line.matchAll(/([A-Z_]+)=(\$\(.*\)|"[^"]*"|\S+)/g)) {
      if (path !== undefined) variables[name] = valueAt(answer, path);
      else if (known[name] !== undefined) variables[name] = known[name];
      else if (value.includes("…")) throw new Error(`no value for ${name}: ${line}`);
      else variables[name] = (await shell(`printf %s ${value.startsWith("$") ? `"${value}"` : value}`)).trim();
    }
  }
}

/** The value in a JSON response at a path such as `rentals[0].id`. */
function valueAt(answer: string, path: string): string {
  let value: unknown = JSON.parse(answer);
  for (const step of path.match(/\w+/g) ?? []) value = Object(value)[step];
  if (value === undefined || value === null) throw new Error(`${path} is not in ${answer.slice(0, 500)}`);
  return String(value);
}
