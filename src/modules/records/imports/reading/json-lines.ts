import { scheduler } from "../../../../kernel/concurrency/scheduler.ts";
import { RequestError } from "../../../../kernel/errors.ts";
import { isObject } from "../../../../kernel/values/structure.ts";
import { aroundAttributes, unboundedProblem } from "../../../../kernel/write/input/body-bounds.ts";
import type { SourceLine } from "../source-line.ts";
import type { Table } from "./csv-table.ts";

const unreadable = (sentence: string): RequestError => new RequestError("bad_request", sentence);

/** Lines that are parsed at a time. */
const sliceLines = 64;

/**
 * Reads JSON lines: one object each.
 * @param bytes UTF-8
 * @throws RequestError 400 with the unreadable line
 */
export async function jsonTable(bytes: Buffer): Promise<Table> {
  const names = new Set<string>();
  let count = 0;
  for await (const lines of jsonLines(bytes)) {
    count += lines.length;
    for (const { values } of lines) for (const name of Object.keys(values)) names.add(name);
  }
  return { names: [...names], batches: () => jsonLines(bytes), count, delimiter: null, skipped: [] };
}

async function* jsonLines(bytes: Buffer): AsyncGenerator<readonly SourceLine[]> {
  let lines: SourceLine[] = [];
  let number = 0;
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf("\n", from);
    const content = bytes.toString("utf8", from, end < 0 ? bytes.length : end);
    number++;
    from = end < 0 ? bytes.length : end + 1;
    if (content.trim() !== "") lines.push({ line: number, values: objectOf(content, number) });
    if (lines.length < sliceLines) continue;
    yield lines;
    lines = [];
    await scheduler.next("imports");
  }
  if (lines.length > 0) yield lines;
}

function objectOf(content: string, line: number): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content);
  } catch {
    // No details: the parser quotes the input, which may be personal data.
    throw unreadable(`Line ${line} is not valid JSON.`);
  }
  if (!isObject(parsed)) throw unreadable(`Line ${line} must be a JSON object.`);
  const problem = unboundedProblem(parsed, aroundAttributes - 1);
  if (problem !== undefined) throw unreadable(`Line ${line} ${problem}.`);
  if (!isStorable(content, parsed))
    throw unreadable(`Line ${line} has half a character, or a NUL character. Remove it.`);
  return flattened(parsed);
}

/** Whether the database can hold a line's texts: escapes can write NUL and halves of characters. */
const isStorable = (content: string, parsed: unknown): boolean =>
  !/\\u(?:0000|d[89a-f])/i.test(content) ||
  // Written again, only such characters are still escaped.
  !/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(JSON.stringify(parsed));

/** Flattens nested objects to dotted columns, as CSV has them: `{"client":{"email":…}}` becomes `client.email`. */
function flattened(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(object).flatMap(([name, value]): [string, unknown][] =>
    name === "client" && isObject(value)
      ? Object.entries(value).map(([inner, one]): [string, unknown] => [`${name}.${inner}`, one])
      : [[name, value]],
  );
  return Object.fromEntries(entries);
}
