import type { Job, WorkerEvents } from "graphile-worker";
import type { Lane } from "../../kernel/write/jobs/job.ts";

/** The lane's concurrent jobs per process. */
const maxInFlight: Readonly<Record<Lane, number>> = {
  "money and mail": 8,
  calendars: 6,
  "files and pictures": 8,
  webhooks: 32,
  "imports and exports": 4,
  rest: 4,
};

const isLane = (flag: string): flag is Lane => Object.hasOwn(maxInFlight, flag);

/** @returns how many jobs of these lanes a process runs concurrently */
export function slotsIn(lanes: Iterable<Lane>): number {
  return [...new Set(lanes)].reduce((sum, lane) => sum + maxInFlight[lane], 0);
}

/**
 * Counts running jobs by their flags (lane, and account within the lane; see `queue_job`) and gives the runner the flags to skip. An account
 * gets another slot of a lane only while it holds fewer than are free. So one account fills at most half a lane, and less when others are busy.
 */
export class Lanes {
  readonly #running = new Map<string, number>();
  #claim = Promise.resolve();
  #endClaim = (): void => undefined;

  /** @param events of the runner that calls `fullFlags` */
  constructor(events: WorkerEvents) {
    events.on("job:start", ({ job }) => {
      this.#count(job, 1);
      this.#endClaim();
    });
    events.on("worker:getJob:empty", () => this.#endClaim());
    events.on("worker:getJob:error", () => this.#endClaim());
    events.on("job:complete", ({ job }) => this.#count(job, -1));
  }

  /** The flags to skip in one claim. Claims are serialized: two at once could both take the last slot. */
  async fullFlags(): Promise<string[]> {
    const earlier = this.#claim;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#claim = promise;
    await earlier;
    this.#endClaim = resolve;
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
