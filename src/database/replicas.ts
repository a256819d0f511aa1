import { reportReplicationLag } from "./replication-lag.ts";
import type { Position, PrimaryMoment } from "./write-positions.ts";
import type { Replica } from "./replica.ts";

/** Milliseconds that a replica may be behind: who follows further behind is not asked, whatever its readers have written. */
const longestLag = 30_000;

/** Moments of the primary that are remembered, and milliseconds between two: together longer than the longest lag. */
const mostMoments = 400;
const betweenMoments = 100;

/** A replica that has all that a caller has written. */
export interface Chosen {
  readonly replica: Replica;
  /** Until when it shows all that anybody has written: epoch milliseconds of the primary's clock. */
  readonly freshUntil: number;
}

/** The servers that follow the primary, of which those are read that are not behind what a caller has written. */
export class Replicas {
  readonly #all: readonly Replica[];
  /** In the order of their times, of one life of the database. */
  #moments: PrimaryMoment[] = [];

  constructor(all: readonly Replica[]) {
    this.#all = all;
  }

  /** Takes note of a moment of the primary, by which is told how fresh a replica is. */
  note(moment: PrimaryMoment): void {
    const last = this.#moments.at(-1);
    if (last && last.life !== moment.life) this.#moments = [];
    else if (last && moment.at - last.at < betweenMoments) return;
    this.#moments.push(moment);
    if (this.#moments.length > mostMoments) this.#moments.shift();
    for (const replica of this.#all) reportReplicationLag(replica.name, this.#secondsBehind(replica, moment));
  }

  /** The connections to each, for who measures them. */
  get pools() {
    return this.#all.map(({ name, pool }) => ({ name, pool }));
  }

  /** One that may be read now, the one with the fewest readers; undefined where there is none, which is never waited for. */
  choose(moment: PrimaryMoment): Chosen | undefined {
    let best: Chosen | undefined;
    for (const replica of this.#all) {
      const chosen = this.#freshness(replica, moment);
      if (chosen === undefined) replica.lookSoon();
      else if (!best || replica.readers < best.replica.readers) best = { replica, freshUntil: chosen };
    }
    return best;
  }

  /**
   * The one that has got furthest while there is no primary to ask what it must have: with synchronous replication it has all that was
   * acknowledged. One that has received more than it shows is not asked.
   */
  async furthest(): Promise<Chosen | undefined> {
    const last = this.#moments.at(-1);
    if (!last) return undefined;
    await Promise.all(this.#all.map((replica) => replica.look()));
    let best: (Chosen & { readonly reached: Position }) | undefined;
    for (const replica of this.#all) {
      const reached = replica.hasAll ? replica.reached(last.life) : undefined;
      const seen = reached === undefined ? undefined : this.#moments.findLast(({ inserted }) => inserted <= reached);
      if (reached === undefined || !seen) continue;
      if (!best || best.reached < reached) best = { replica, reached, freshUntil: seen.at };
    }
    return best;
  }

  #secondsBehind(replica: Replica, { life, inserted, at }: PrimaryMoment): number | undefined {
    const reached = replica.reached(life);
    if (reached === undefined) return undefined;
    if (reached >= inserted) return 0;
    const seen = this.#moments.findLast((moment) => moment.inserted <= reached);
    return seen && (at - seen.at) / 1000;
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((replica) => replica.close()));
  }

  /** Until when a replica shows everything; undefined for one that must not be asked. */
  #freshness(replica: Replica, { written, inserted, at, life }: PrimaryMoment): number | undefined {
    const reached = replica.reached(life);
    if (reached === undefined || reached < written) return undefined;
    if (reached >= inserted) return at;
    // What is not known to be fresh is looked at again, for those who come after.
    replica.lookSoon();
    const seen = this.#moments.findLast((moment) => moment.inserted <= reached);
    return seen && at - seen.at <= longestLag ? seen.at : undefined;
  }
}
