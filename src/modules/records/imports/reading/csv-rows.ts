import { finished } from "node:stream/promises";
import { unguarded } from "../../../../core/csv.ts";
import { scheduler } from "../../../../kernel/concurrency/scheduler.ts";
import { RequestError } from "../../../../kernel/errors.ts";
import { isObject } from "../../../../kernel/values/structure.ts";

/** A row of a table. */
export interface Row {
  /** Its first line in the file. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A CSV file and the way to parse it. */
export interface CsvForm {
  /** UTF-8, from the first row. */
  readonly bytes: Buffer;
  readonly delimiter: string;
  /** Lines of the file above the bytes. */
  readonly linesAbove: number;
}

/** A spreadsheet's formula for a text, `="007"`, as the text. */
const asText = (cell: string): string => /^="([^"]*)"$/.exec(cell)?.[1] ?? cell;

/** Cells with a value. */
export const filled = ({ cells }: Row): number => cells.filter(Boolean).length;

/** Bytes that the parser takes at a time: a few milliseconds. */
const sliceBytes = 32 * 1024;

/**
 * Parses a CSV file's rows in slices, so that other requests run in between. Leaves out empty rows.
 * @throws RequestError 400 with the unreadable line
 */
export async function* csvRows({ bytes, delimiter, linesAbove }: CsvForm): AsyncGenerator<readonly Row[]> {
  const { parse, CsvError } = await import("csv-parse");
  const parser = parse({
    ...{ delimiter, info: true, trim: true, relax_column_count: true },
    ...{ skip_empty_lines: true, record_delimiter: ["\r\n", "\n", "\r"] },
  });
  let rows: Row[] = [];
  const position = new Position(linesAbove);
  parser.on("data", (record: unknown) => {
    const row = position.rowOf(record);
    if (filled(row) > 0) rows.push(row);
  });
  const taken = (): readonly Row[] => {
    const part = rows;
    rows = [];
    return part;
  };
  try {
    const ended = finished(parser);
    // Awaited below: the parser may fail in between.
    ended.catch(() => undefined);
    for (let from = 0; from < bytes.length && !parser.errored; from += sliceBytes) {
      await scheduler.next("imports");
      parser.write(bytes.subarray(from, from + sliceBytes));
      if (rows.length > 0) yield taken();
    }
    parser.end();
    await ended;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new RequestError(
      "bad_request",
      `Line ${String(error.lines ?? "?")} cannot be read: a quotation mark is missing or out of place.`,
    );
  }
  if (rows.length > 0) yield taken();
}

/** Counts the lines of rows. The parser reports a row's last line, and counts CR LF within a cell twice. */
class Position {
  private offset: number;

  constructor(linesAbove: number) {
    this.offset = linesAbove;
  }

  /** A row with the number of its first line. */
  rowOf(row: unknown): Row {
    if (!isObject(row) || !Array.isArray(row.record) || !isObject(row.info))
      throw new Error("The CSV parser returned a row in an unknown form.");
    const cells = row.record.map(String);
    const text = cells.join("");
    const line = Number(row.info.lines) + this.offset - (text.match(/[\r\n]/g)?.length ?? 0);
    this.offset -= text.match(/\r\n/g)?.length ?? 0;
    // Some systems pad quoted cells, where the parser keeps spaces.
    return { line, cells: cells.map((cell) => unguarded(asText(cell)).trim()) };
  }
}
