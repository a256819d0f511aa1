import { Session } from "node:inspector/promises";

/** Milliseconds between two looks, and the share of a processor below which the process is taken to be quiet. */
const pause = 10_000;
const quietShare = 0.03;

/** What a look at the process needs; the process's own unless told otherwise. */
export interface QuietMemoryOptions {
  /** Milliseconds of processor time that the process has used so far. */
  readonly processorTime: () => number;
  readonly collect: () => Promise<void>;
}

/**
 * Gives memory back once the process has become quiet. V8 keeps the room that a busy time needed, start-up above all: 45 MB for young
 * objects that nobody allocates any more. It would return it with its next full collection, and at rest there is none for hours.
 */
export class QuietMemory {
  private readonly processorTime: () => number;
  private readonly collect: () => Promise<void>;
  private before: number;
  private hasBeenBusy = true;

  constructor({ processorTime = ownProcessorTime, collect = collectGarbage }: Partial<QuietMemoryOptions> = {}) {
    this.processorTime = processorTime;
    this.collect = collect;
    this.before = processorTime();
  }

  /** Looks at what has happened since the last look, and collects once when a busy time is over. */
  async look(): Promise<void> {
    const isBusy = this.processorTime() - this.before > pause * quietShare;
    if (!isBusy && this.hasBeenBusy) await this.collect();
    this.hasBeenBusy = isBusy;
    // What collecting took is not what keeps the process busy.
    this.before = this.processorTime();
  }
}

/** Looks again and again as long as the process lives, and keeps it from ending by nothing. */
export function freeMemoryWhenQuiet(report: (error: unknown) => void): void {
  const memory = new QuietMemory();
  setInterval(() => void memory.look().catch(report), pause).unref();
}

/** One full collection, after which V8 returns the room that is left over (about 100 ms for a heap of 50 MB). */
export async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await session.post("HeapProfiler.collectGarbage");
  } finally {
    session.disconnect();
  }
}

function ownProcessorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
