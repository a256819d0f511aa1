import { channel, tracingChannel } from "node:diagnostics_channel";

/** What is measured beside requests and statements. */
export type WorkKind = "job" | "quote" | "los records";

/** A piece of work, as the channel's listeners are told of it. */
export class Work {
  readonly kind: WorkKind;
  /** Of several of a kind, which: the name of a job. Bounded, and never an id. */
  readonly name: string;
  /** By `performance.now()`. */
  readonly began = performance.now();
  /** What it failed with; set by the channel. */
  error?: unknown;

  constructor(kind: WorkKind, name: string) {
    this.kind = kind;
    this.name = name;
  }
}

/** How long something took that is not done at a stretch. */
export class TimeSpent {
  readonly kind: WorkKind;
  readonly milliseconds: number;

  constructor(kind: WorkKind, milliseconds: number) {
    this.kind = kind;
    this.milliseconds = milliseconds;
  }
}

/** Tells of work: `start` when it begins, `asyncEnd` when it has ended. Without listeners it costs nothing. */
export const workChannel = tracingChannel<unknown, Work>("roost:work");
/** Tells of the time that work took which is done in pieces. */
export const timeSpentChannel = channel("roost:work.time_spent");

/** Does some work, and tells whoever listens how long it took. */
export function measured<T>(kind: WorkKind, work: () => Promise<T>, name: string = kind): Promise<T> {
  return workChannel.hasSubscribers ? workChannel.tracePromise(work, new Work(kind, name)) : work();
}

/**
 * Passes on what is made piece by piece, and tells whoever listens how long the making took, without the pauses in which nobody asked.
 * @param before milliseconds that were spent on it already
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
