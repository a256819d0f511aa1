/** Chains that run at a time: enough to keep the database busy. */
const concurrency = 24;

/** Runs chains concurrently, and the links of each chain in order. @throws the first error */
export async function forEachChain<T>(chains: Iterable<readonly T[]>, work: (link: T) => Promise<void>): Promise<void> {
  const waiting = chains[Symbol.iterator]();
  let failed = false;
  const run = async (): Promise<void> => {
    for (let next = waiting.next(); !next.done && !failed; next = waiting.next()) {
      for (const link of next.value) if (!failed) await work(link);
    }
  };
  const running = Array.from({ length: concurrency }, () =>
    run().catch((error: unknown) => {
      failed = true;
      throw error;
    }),
  );
  // Wait for all chains before the transaction ends: none may write after a rollback.
  await Promise.allSettled(running);
  await Promise.all(running);
}
