import type { ImportedBefore } from "../imported-records.ts";
import type { ReferencedLine } from "./referenced-lines.ts";

/** Lines that are processed together, with what earlier imports know of them. */
export interface Batch {
  readonly lines: readonly ReferencedLine[];
  readonly before: ReadonlyMap<string, ImportedBefore>;
}

/** The batches of a file. Each pass reads them again. */
export type Batches = () => AsyncIterable<Batch>;

/** The steps by which lines of a kind become records. */
export interface RecordKind {
  readonly kind: "rentals" | "clients" | "bookings" | "payments";
  readonly create: (line: ReferencedLine) => Promise<number>;
  readonly update: (line: ReferencedLine, id: number) => Promise<void>;
  /** Stores the payment of a further line of a record. @returns whether it changed anything */
  readonly pay?: (line: ReferencedLine, id: number) => Promise<boolean>;
  /** Lines whose guest was forgotten, by reference: their personal data was left out. */
  readonly forgotten?: ReadonlyMap<string, number>;
  /** Lines with the same chain run one after the other. */
  readonly chainOf: (line: ReferencedLine) => unknown;
  /** Looks at all lines before the first is stored. */
  readonly survey?: (batch: Batch) => Promise<void>;
  /** Prepares for all lines, once it has seen them. */
  readonly prepare?: (batches: Batches) => Promise<void>;
  /** Prepares for a batch. */
  readonly begin?: (batch: Batch) => Promise<void>;
  /** Stores the records that a batch deferred, together. */
  readonly finish?: () => Promise<void>;
  /** Checks all lines together, after each is stored. */
  readonly check?: () => Promise<void>;
}
