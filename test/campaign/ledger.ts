/** One time that something was asked. Epoch milliseconds. */
export interface Attempt {
  readonly sentAt: number;
  /** Undefined without an answer. */
  status?: number;
}

/** A write that a client asked for, and what it was told of it. */
export interface Written {
  readonly kind: string;
  readonly account: number;
  /** Stands in the record that it makes; undefined for one that makes none. */
  readonly marker: string | undefined;
  /** Whether two requests under one key make one record even at the same time. */
  readonly onceAlways: boolean;
  readonly request: string;
  readonly attempts: Attempt[];
  outcome: "open" | "done" | "refused";
  /** The record that it made, as the answer said. */
  id?: number;
}

/** Counts of what happened, by kind. */
export interface Tally {
  asked: number;
  done: number;
  refused: number;
}

/** What all clients were told. */
export class Ledger {
  readonly written: Written[] = [];
  readonly tallies = new Map<string, Tally>();
  /** Answers that nobody should get. */
  readonly surprises: string[] = [];
  retries = 0;
  unavailable = 0;
  broken = 0;
  /** Refusals behind a request without an answer that turned out to have been done. */
  settledLate = 0;
  repeated = 0;

  tally(kind: string): Tally {
    const known = this.tallies.get(kind) ?? { asked: 0, done: 0, refused: 0 };
    this.tallies.set(kind, known);
    return known;
  }

  note(kind: string, outcome: "done" | "refused"): void {
    const tally = this.tally(kind);
    tally.asked++;
    tally[outcome]++;
  }

  surprise(text: string): void {
    this.surprises.push(text.slice(0, 700));
  }
}
