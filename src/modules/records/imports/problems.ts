import { bookingId } from "../../../core/reference.ts";
import { violatedConstraint } from "../../../database/sql/errors.ts";
import { type ErrorsByAttribute, RequestError } from "../../../kernel/errors.ts";
import { type Mapping, theirName } from "./mapping.ts";
import { type LineProblem, mostProblems } from "./source-line.ts";

/** What is wrong with the lines of a file: all lines are counted, and the first problems are told. */
export class Problems {
  readonly told: LineProblem[] = [];
  private readonly lines = new Set<number>();
  private readonly mapping: Mapping;
  private readonly lineOfBooking: (id: number) => number | undefined;

  /** @param lineOfBooking the line that made a booking */
  constructor(mapping: Mapping, lineOfBooking: (id: number) => number | undefined) {
    this.mapping = mapping;
    this.lineOfBooking = lineOfBooking;
  }

  /** How many lines are wrong. */
  get count(): number {
    return this.lines.size;
  }

  /** @param column ours; the file's name of it is told */
  add(line: number, column: string | undefined, reason: string): void {
    this.lines.add(line);
    if (this.told.length >= mostProblems) return;
    this.told.push({ line, column: column === undefined ? undefined : theirName(column, this.mapping), reason });
  }

  /** Tells what an operation refused. @throws whatever is not about the line */
  addRefusal(line: number, error: unknown): void {
    if (error instanceof RequestError) {
      if (error.messages) this.addAll(line, error.messages);
      else this.add(line, undefined, error.message);
      return;
    }
    const constraint = violatedConstraint(error);
    if (constraint === undefined) throw error;
    this.add(line, undefined, `collides with what is there already (${constraint})`);
  }

  private addAll(line: number, messages: ErrorsByAttribute): void {
    for (const [name, reasons] of Object.entries(messages))
      for (const reason of reasons) this.add(line, name === "base" ? undefined : name, this.withLine(reason));
  }

  /** A booking that this file made, or would make, is known to whoever reads it by its line. */
  private withLine(reason: string): string {
    return reason.replace(/\bbooking ([0-9A-Z]{6,})\b/g, (text, reference: string) => {
      const line = this.lineOfBooking(bookingId(reference) ?? 0);
      return line === undefined ? text : `the booking of line ${line}`;
    });
  }
}
