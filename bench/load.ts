import { BenchError } from "./bench.ts";
import { Child } from "./child.ts";
import { type LoadOrder, LoadResult } from "./messages.ts";

/** A process that sends requests. One for a whole benchmark, so that both variants are loaded by the same warm code. */
export class Load implements AsyncDisposable {
  private readonly process = new Child("./load-process.ts", {});
  private readonly signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.signal = signal;
  }

  /** Loads a URL for one round. @throws BenchError when an answer was not the one that was asked for */
  async fire(order: LoadOrder): Promise<LoadResult> {
    this.signal.throwIfAborted();
    const result = await this.process.ask(order, LoadResult);
    if (result.failures > 0)
      throw new BenchError(`${result.failures} requests to ${order.url} failed: ${result.failed}.`);
    if (result.perSecond === 0) throw new BenchError(`${order.url} answered nothing.`);
    return result;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.process[Symbol.asyncDispose]();
  }
}

/** The middle of some measurements. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
