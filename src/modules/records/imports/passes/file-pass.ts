import { dayOfInstant } from "../../../../core/day.ts";
import type { ImportContext } from "../import-context.ts";
import { findImported } from "../imported-records.ts";
import { lineMapper, type Mapping } from "../mapping.ts";
import type { Problems } from "../problems.ts";
import { inBatches } from "../reading/batches.ts";
import { type Column, cellReader } from "../reading/read-cells.ts";
import type { ImportKind, LineFile, ReadLine, SourceLine } from "../source-line.ts";
import type { Batch } from "./record-kind.ts";
import { type ReferencedLine, ReferencedLines } from "./referenced-lines.ts";

/** Lines that a report shows as they were read. */
const shownFirst = 10;

/** Lines in memory at a time: enough for the chains of many rentals. */
const batchLines = 4000;

/** A file, and how it is read. */
export interface FileToRead {
  readonly kind: ImportKind;
  readonly file: LineFile;
  readonly mapping: Mapping;
  readonly columns: readonly Column[];
  /** Lines that are left out. */
  readonly left: { has(line: number): boolean };
}

/** Receives why a line, or its cell, cannot be read. */
type Refusal = (line: number, column: string | undefined, reason: string) => void;

/** Reads a file's lines in the passes of an import: a survey of all of them, and then the import. Memory does not grow with the file. */
export class FilePass {
  /** The first lines, once they were surveyed. */
  readonly first: SourceLine[] = [];
  private readonly context: ImportContext;
  private readonly source: FileToRead;
  private readonly problems: Problems;
  private readonly references: ReferencedLines;

  constructor(context: ImportContext, source: FileToRead, problems: Problems) {
    this.context = context;
    this.source = source;
    this.problems = problems;
    this.references = new ReferencedLines(source.kind, source.mapping, dayOfInstant(context.write.now));
  }

  /** Surveys all lines: reports the unreadable ones. */
  async *lines(): AsyncGenerator<readonly ReadLine[]> {
    const problems: Refusal = (line, column, reason) =>
      column === undefined
        ? this.problems.add(line, column, reason)
        : this.problems.addUnreadable(line, column, reason);
    for await (const lines of this.read(problems)) {
      for (const { line, values } of lines.slice(0, shownFirst - this.first.length)) this.first.push({ line, values });
      yield lines;
    }
  }

  /** The same in batches, without lines that lack their own reference. */
  readonly survey = (): AsyncIterable<Batch> =>
    this.batchesOf(this.lines(), (line) => this.references.note(line, this.problems));

  /** Reads the surveyed lines again. */
  readonly batches = (): AsyncIterable<Batch> =>
    this.batchesOf(
      this.read(() => undefined),
      (line) => this.references.find(line, this.problems),
    );

  private async *batchesOf(
    lines: AsyncIterable<readonly ReadLine[]>,
    find: (line: ReadLine) => ReferencedLine | undefined,
  ): AsyncGenerator<Batch> {
    for await (const batch of inBatches(lines, batchLines)) {
      const found = batch.flatMap((line) => find(line) ?? []);
      yield { lines: found, before: await this.beforeOf(found) };
    }
  }

  private async beforeOf(lines: readonly ReferencedLine[]): Promise<Batch["before"]> {
    const { kind } = this.source;
    const references = lines.map(({ reference }) => reference);
    return findImported(this.context.write, kind, references);
  }

  private async *read(refuse: Refusal): AsyncGenerator<readonly ReadLine[]> {
    const { file, mapping, columns, left } = this.source;
    const toOurs = lineMapper(mapping);
    const readLine = cellReader(columns, mapping);
    for await (const lines of file.batches())
      yield lines.flatMap((line) => {
        if (left.has(line.line)) return [];
        if (line.fault === undefined)
          return [readLine(toOurs(line), (column, reason) => refuse(line.line, column, reason))];
        refuse(line.line, undefined, line.fault);
        return [];
      });
  }
}
