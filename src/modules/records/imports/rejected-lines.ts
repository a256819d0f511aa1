import { csvOf } from "../../../core/csv.ts";
import type { LineFile } from "./source-line.ts";

/** The wrong lines of a file as CSV with its own columns and a column of reasons: to correct, and to import again. */
export async function rejectedLines(
  { names, batches }: LineFile,
  reasons: ReadonlyMap<number, readonly string[]>,
): Promise<string> {
  const rows: string[][] = [[...names, "reasons"]];
  for await (const lines of batches())
    for (const { line, values } of lines) {
      const found = reasons.get(line);
      if (found) rows.push([...names.map((name) => textOf(values[name])), found.join("; ")]);
    }
  return csvOf(rows);
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
