/** Gathers parts into batches of one size; the last may be smaller. */
export async function* inBatches<T>(parts: AsyncIterable<readonly T[]>, size: number): AsyncGenerator<readonly T[]> {
  let waiting: T[] = [];
  for await (const part of parts)
    for (const item of part) {
      waiting.push(item);
      if (waiting.length < size) continue;
      yield waiting;
      waiting = [];
    }
  if (waiting.length > 0) yield waiting;
}
