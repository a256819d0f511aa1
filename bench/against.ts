import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { BenchError, type Outcome } from "./bench.ts";
import { median } from "./load.ts";
import { rounded, table } from "./table.ts";

const run = promisify(execFile);

/**
 * Runs a benchmark of this tree and another one alternately, so other load on the machine affects both.
 * @param arguments_ the benchmark's name and its options, without `--json`
 * @param other the root of another working tree, with its dependencies installed
 * @param times the number of runs of each
 * @throws BenchError naming the tree that failed
 */
export async function against(
  arguments_: readonly string[],
  other: string,
  times: number,
  signal: AbortSignal,
): Promise<Outcome> {
  const trees = { here: join(import.meta.dirname, ".."), there: other };
  const measured: Record<keyof typeof trees, Record<string, number>[]> = { here: [], there: [] };
  for (let time = 0; time < times; time++) {
    // Alternate which one starts.
    const order = time % 2 === 0 ? (["there", "here"] as const) : (["here", "there"] as const);
    for (const side of order) {
      console.error(`Run ${time + 1} of ${times} in ${trees[side]} …`);
      measured[side].push(await figuresOf(trees[side], arguments_, signal));
    }
  }
  const figures: Record<string, number> = {};
  const rows: string[][] = [];
  for (const name of Object.keys(measured.here[0] ?? {})) {
    const middle = (side: keyof typeof trees) => median(measured[side].flatMap((one) => one[name] ?? []));
    const [here, there] = [middle("here"), middle("there")];
    const ratio = here / there;
    for (const [part, value] of Object.entries({ here, there, ratio })) figures[`${name}_${part}`] = rounded(value, 3);
    rows.push([name, String(rounded(there, 3)), String(rounded(here, 3)), ratio.toFixed(3)]);
  }
  const notes = `Medians of ${times} alternating runs. there: ${other}.`;
  return { text: `${table(["", "there", "here", "here / there"], rows)}\n\n${notes}`, figures };
}

async function figuresOf(
  tree: string,
  arguments_: readonly string[],
  signal: AbortSignal,
): Promise<Record<string, number>> {
  const main = join(tree, "bench", "main.ts");
  const { stdout } = await run(process.execPath, [main, ...arguments_, "--json"], { cwd: tree, signal }).catch(
    (error: unknown) => {
      throw new BenchError(`Benchmark failed in ${tree}: ${error instanceof Error ? error.message : "unknown"}`);
    },
  );
  const figures: Record<string, number> = {};
  for (const [name, value] of Object.entries(JSON.parse(stdout))) if (typeof value === "number") figures[name] = value;
  return figures;
}
