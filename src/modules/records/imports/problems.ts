import { bookingId } from "../../../core/reference.ts";
import { violatedConstraint } from "../../../database/sql/errors.ts";
import { type ErrorsByAttribute, RequestError } from "../../../kernel/errors.ts";
import { type LineProblem, maxProblems } from "./import-report.ts";
import { type Mapping, theirName } from "./mapping.ts";

/** The problems of a file's lines: counts all wrong lines and reports the first problems. */
export class Problems {
  readonly reported: LineProblem[] = [];
  /** The problems of each wrong line. */
  readonly lines = new Map<number, string[]>();
  private readonly unreadable = new Set<string>();
  private readonly mapping: Mapping;
  private readonly lineOfBooking: (id: number) => number | undefined;

  /** @param lineOfBooking the line that created a booking */
  constructor(mapping: Mapping, lineOfBooking: (id: number) => number | undefined) {
    this.mapping = mapping;
    this.lineOfBooking = lineOfBooking;
  }

  /** The number of wrong lines. */
  get count(): number {
    return this.lines.size;
  }

  /** An unreadable cell: the operation's problems with it are omitted. */
  addUnreadable(line: number, column: string, reason: string): void {
    this.unreadable.add(`${line} ${column}`);
    this.add(line, column, reason);
  }

  /** @param column Roost's name; the report has the file's */
  add(line: number, column: string | undefined, reason: string): void {
    const named = column === undefined ? undefined : theirName(column, this.mapping);
    this.lines.set(line, [...(this.lines.get(line) ?? []), named === undefined ? reason : `${named}: ${reason}`]);
    if (this.reported.length < maxProblems) this.reported.push({ line, column: named, reason });
  }

  /** Reports a refused line, and names the file's bookings by their lines. */
  addRefused(line: number, reason: string): void {
    this.add(line, undefined, this.withLine(reason));
  }

  /** Reports an operation's refusal. @throws any error that is not about the line */
  addRefusal(line: number, error: unknown): void {
    if (error instanceof RequestError) {
      if (error.messages) this.addAll(line, error.messages);
      else this.add(line, undefined, error.message);
      return;
    }
    const constraint = violatedConstraint(error);
    if (constraint === undefined) throw error;
    this.add(line, undefined, `conflicts with an existing record (${constraint})`);
  }

  private addAll(line: number, messages: ErrorsByAttribute): void {
    for (const [name, reasons] of Object.entries(messages)) {
      if (this.unreadable.has(`${line} ${name}`)) continue;
      for (const reason of reasons) this.add(line, name === "base" ? undefined : name, this.withLine(reason));
    }
  }

  /** Names a booking of this file by its line, because the reader cannot see its reference. */
  private withLine(reason: string): string {
    return reason.replace(/\bbooking ([0-9A-Z]{6,})\b/g, (text, reference: string) => {
      const line = this.lineOfBooking(bookingId(reference) ?? 0);
      return line === undefined ? text : `the booking of line ${line}`;
    });
  }
}
