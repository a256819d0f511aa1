import { BenchError } from "./bench.ts";
import { Child } from "./child.ts";
import { type LoadOrder, LoadResult } from "./messages.ts";

/** A load generator. One per benchmark, so the same warm code loads all variants. */
export class Load implements AsyncDisposable {
  private readonly process = new Child("./load-process.ts", {});
  private readonly signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.signal = signal;
  }

  /** Loads a URL for one round. @throws BenchError for an unexpected response */
  async fire(order: LoadOrder): Promise<LoadResult> {
    this.signal.throwIfAborted();
    const result = await this.process.ask(order, LoadResult);
    if (result.failures > 0)
      throw new BenchError(`${result.failures} requests to ${order.url} failed: ${result.failed}.`);
    if (result.perSecond === 0) throw new BenchError(`${order.url} sent no response.`);
    return result;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.process[Symbol.asyncDispose]();
  }
}

/** The median of some measurements. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
