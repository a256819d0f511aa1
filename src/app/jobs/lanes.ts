import type { Job, WorkerEvents } from "graphile-worker";
import type { Lane } from "../../kernel/write/jobs/job.ts";

/** Jobs of a lane that a process runs at a time. */
const maxInFlight: Readonly<Record<Lane, number>> = {
  "money and mail": 8,
  calendars: 6,
  "files and pictures": 8,
  webhooks: 32,
  rest: 4,
};

const isLane = (flag: string): flag is Lane => Object.hasOwn(maxInFlight, flag);

/** @returns how many jobs of these lanes a process runs at a time */
export function placesIn(lanes: Iterable<Lane>): number {
  return [...new Set(lanes)].reduce((sum, lane) => sum + maxInFlight[lane], 0);
}

/**
 * Counts the running jobs by their flags, which are their lane and their account in that lane (`queue_job`), and says which flags the
 * runner skips. An account takes a further place of a lane only while it holds fewer than are free: at most half of the lane, less the
 * more accounts are busy, and the last place never goes to an account that has one.
 */
export class Lanes {
  readonly #running = new Map<string, number>();
  #look = Promise.resolve();
  #endLook = (): void => undefined;

  /** @param events of the runner that asks for `fullOnes` */
  constructor(events: WorkerEvents) {
    events.on("job:start", ({ job }) => {
      this.#count(job, 1);
      this.#endLook();
    });
    events.on("worker:getJob:empty", () => this.#endLook());
    events.on("worker:getJob:error", () => this.#endLook());
    events.on("job:complete", ({ job }) => this.#count(job, -1));
  }

  /** The flags that no further job may have, for one look at the queue. Looks follow each other: two would both take the last place. */
  async fullOnes(): Promise<string[]> {
    const earlier = this.#look;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#look = promise;
    await earlier;
    this.#endLook = resolve;
    return [...this.#running].filter(([flag, held]) => this.#isFull(flag, held)).map(([flag]) => flag);
  }

  #isFull(flag: string, held: number): boolean {
    if (isLane(flag)) return this.#free(flag) <= 0;
    const lane = flag.slice(0, flag.lastIndexOf(":"));
    return isLane(lane) && held >= this.#free(lane);
  }

  #free(lane: Lane): number {
    return maxInFlight[lane] - (this.#running.get(lane) ?? 0);
  }

  #count({ flags }: Job, change: 1 | -1): void {
    for (const flag of Object.keys(flags ?? {})) {
      const count = (this.#running.get(flag) ?? 0) + change;
      if (count > 0) this.#running.set(flag, count);
      else this.#running.delete(flag);
    }
  }
}
