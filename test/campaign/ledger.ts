/** One attempt of a request. Epoch milliseconds. */
export interface Attempt {
  readonly sentAt: number;
  /** Undefined without a response. */
  status?: number;
}

/** A client's write and its outcome. */
export interface Written {
  readonly kind: string;
  readonly account: number;
  /** Stored in the record that it creates; undefined if it creates none. */
  readonly marker: string | undefined;
  /** Whether even concurrent requests with one key create one record. */
  readonly onceAlways: boolean;
  readonly request: string;
  readonly attempts: Attempt[];
  outcome: "open" | "done" | "refused";
  /** The created record's id, from the response. */
  id?: number;
}

/** The counts of one kind of operation. */
export interface Tally {
  asked: number;
  done: number;
  refused: number;
}

/** The responses to all clients. */
export class Ledger {
  readonly written: Written[] = [];
  readonly tallies = new Map<string, Tally>();
  /** Unexpected responses. */
  readonly surprises: string[] = [];
  retries = 0;
  unavailable = 0;
  broken = 0;
  /** Refused retries whose first request had succeeded. */
  settledLate = 0;
  repeated = 0;

  tally(kind: string): Tally {
    const tally = this.tallies.get(kind) ?? { asked: 0, done: 0, refused: 0 };
    this.tallies.set(kind, tally);
    return tally;
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
