import { Session } from "node:inspector/promises";
import { forgetCompiledModules } from "./compile-cache.js";
import type { OpenDatabase } from "../database/open.ts";

/** Milliseconds between two looks, and the share of a processor below which the process is taken to be quiet. */
const pause = 10_000;
const quietShare = 0.03;

/** After how many quiet looks connections are closed: whoever comes again within half a minute finds them warm. */
const looksBeforeClosing = 3;

/** What a look at the process needs; the process's own unless told otherwise. */
export interface QuietMemoryOptions {
  /** Milliseconds of processor time that the process has used so far. */
  readonly processorTime: () => number;
  readonly collect: () => Promise<void>;
  /** Ends the database's connections that wait for work. */
  readonly closeIdle: () => Promise<void>;
}

/**
 * Gives memory back once the process has become quiet. V8 keeps the room that a busy time needed, start-up above all: 45 MB for young
 * objects that nobody allocates any more. It would return it with its next full collection, and at rest there is none for hours. A connection's process keeps what it has ever
 * planned, 5 to 20 MB, and the jobs of every few seconds keep the last of them from becoming idle for long enough to be closed.
 */
export class QuietMemory {
  private readonly processorTime: () => number;
  private readonly collect: () => Promise<void>;
  private readonly closeIdle: () => Promise<void>;
  private before: number;
  private quietLooks = 0;

  constructor({
    processorTime = ownProcessorTime,
    collect = collectGarbage,
    closeIdle,
  }: Partial<QuietMemoryOptions> & Pick<QuietMemoryOptions, "closeIdle">) {
    this.processorTime = processorTime;
    this.collect = collect;
    this.closeIdle = closeIdle;
    this.before = processorTime();
  }

  /** Looks at what has happened since the last look; collects once when a busy time is over, and closes connections once soon after. */
  async look(): Promise<void> {
    const isBusy = this.processorTime() - this.before > pause * quietShare;
    this.quietLooks = isBusy ? 0 : this.quietLooks + 1;
    if (this.quietLooks === 1) {
      forgetCompiledModules();
      await this.collect();
    }
    if (this.quietLooks === looksBeforeClosing) await this.closeIdle();
    // What collecting took is not what keeps the process busy.
    this.before = this.processorTime();
  }
}

/** Looks again and again as long as the process lives, and keeps it from ending by nothing. */
export function freeMemoryWhenQuiet(opened: Pick<OpenDatabase, "closeIdle">, report: (error: unknown) => void): void {
  const memory = new QuietMemory({ closeIdle: () => opened.closeIdle() });
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
