/** Something that happens again and again while the service runs. */
export interface RecurringJob {
  readonly name: string;
  readonly run: () => Promise<unknown>;
}

/**
 * Runs jobs at once and then every `interval` milliseconds until stopped; a job that fails is reported, and tried again the next
 * time. With several processes each runs them: the jobs themselves are safe to meet (they skip what another holds).
 * @returns stops the jobs, and waits for what is under way
 */
export function startJobs(
  jobs: readonly RecurringJob[],
  report: (name: string, error: unknown) => void,
  interval: number,
): () => Promise<void> {
  let inFlight: Promise<void> | undefined;
  const round = async (): Promise<void> => {
    for (const job of jobs) await job.run().catch((error: unknown) => report(job.name, error));
    inFlight = undefined;
  };
  const begin = (): void => {
    // A round that takes longer than the interval is not followed by those that it missed.
    inFlight ??= round();
  };
  begin();
  const timer = setInterval(begin, interval);
  return async () => {
    clearInterval(timer);
    await inFlight;
  };
}
