import { channel, tracingChannel } from "node:diagnostics_channel";

/** Work that is measured in addition to requests and statements. */
export type WorkKind = "job" | "quote" | "los records";

/** A measured piece of work. */
export class Work {
  readonly kind: WorkKind;
  /** Distinguishes work of one kind, such as a job's name. The set of names is bounded: never use an id. */
  readonly name: string;
  /** From `performance.now()`. */
  readonly began = performance.now();
  /** The error that it failed with; the channel sets it. */
  error?: unknown;

  constructor(kind: WorkKind, name: string) {
    this.kind = kind;
    this.name = name;
  }
}

/** The time that interrupted work took. */
export class TimeSpent {
  readonly kind: WorkKind;
  readonly milliseconds: number;

  constructor(kind: WorkKind, milliseconds: number) {
    this.kind = kind;
    this.milliseconds = milliseconds;
  }
}

/** Publishes `start` and `asyncEnd` for each piece of work. Costs nothing without subscribers. */
export const workChannel = tracingChannel<unknown, Work>("roost:work");
/** Publishes the time of work that runs in pieces. */
export const timeSpentChannel = channel("roost:work.time_spent");

/** Runs work and publishes its duration. */
export function measured<T>(kind: WorkKind, work: () => Promise<T>, name: string = kind): Promise<T> {
  return workChannel.hasSubscribers ? workChannel.tracePromise(work, new Work(kind, name)) : work();
}

/**
 * Passes pieces on and publishes how long their creation took, without the pauses between them.
 * @param before milliseconds already spent
 */
export function measuredPieces<T>(kind: WorkKind, before: number, pieces: Iterable<T>): Iterable<T> {
  return timeSpentChannel.hasSubscribers ? timed(kind, before, pieces) : pieces;
}

function* timed<T>(kind: WorkKind, before: number, pieces: Iterable<T>): Generator<T, void> {
  let spent = before;
  let since = performance.now();
  for (const piece of pieces) {
    spent += performance.now() - since;
    yield piece;
    since = performance.now();
  }
  timeSpentChannel.publish(new TimeSpent(kind, spent + performance.now() - since));
}
