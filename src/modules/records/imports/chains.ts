/** How many chains are under way at a time: enough that the database never waits for us. */
const width = 24;

/** Works through chains at the same time, and through the links of each one after the other. @throws the first error */
export async function forEachChain<T>(chains: Iterable<readonly T[]>, work: (link: T) => Promise<void>): Promise<void> {
  const waiting = chains[Symbol.iterator]();
  let failed = false;
  const run = async (): Promise<void> => {
    for (let next = waiting.next(); !next.done && !failed; next = waiting.next()) {
      for (const link of next.value) if (!failed) await work(link);
    }
  };
  const running = Array.from({ length: width }, () =>
    run().catch((error: unknown) => {
      failed = true;
      throw error;
    }),
  );
  // All of them end before the transaction does: none may write into what is rolled back.
  await Promise.allSettled(running);
  await Promise.all(running);
}
