import type { FastifyBaseLogger } from "fastify";
import { type Outage, outageOf } from "../../database/sql/errors.ts";
import type { Readiness, Unready } from "../../interfaces/http/health.ts";

/** One look at something that serving needs. @returns what is wrong, in a sentence without secrets; undefined when nothing is */
export type Check = () => Promise<string | undefined>;

/** What is looked at, in this order; the first problem is the answer, since what follows needs what comes before. */
export type Checks = readonly (readonly [name: Unready["check"], check: Check])[];

/** Milliseconds for which an answer is good, and after which a look that has not come back is no good. */
const keptFor = 2_000;
const longestLook = 3_000;

const outages: Readonly<Record<Outage, Unready>> = {
  unreachable: { check: "database", details: "The database cannot be reached." },
  no_room: { check: "disk", details: "A disk is full." },
  exhausted: { check: "database", details: "The database has no memory or connections left." },
  read_only: { check: "database", details: "The database takes no writes." },
  damaged: { check: "disk", details: "A disk cannot be read or written." },
};

/**
 * Whether requests can be served now. However many ask, it looks once in two seconds at most, one look at a time.
 */
export class CheckedReadiness implements Readiness {
  readonly #checks: Checks;
  readonly #logger: FastifyBaseLogger;
  #known: { readonly until: number; readonly answer: Unready | undefined } | undefined;
  #looking: Promise<Unready | undefined> | undefined;
  #isDraining = false;

  constructor(checks: Checks, logger: FastifyBaseLogger) {
    this.#checks = checks;
    this.#logger = logger;
  }

  /** From now on the service is about to end, and wants no requests. */
  drain(): void {
    this.#isDraining = true;
  }

  async whyUnready(): Promise<Unready | undefined> {
    if (this.#isDraining) return { check: "draining", details: "The service is about to end." };
    if (this.#known && this.#known.until > performance.now()) return this.#known.answer;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return within(longestLook, this.#looking, { check: "database", details: "The database does not answer in time." });
  }

  async #look(): Promise<Unready | undefined> {
    const answer = await this.#firstProblem();
    if (answer && this.#known?.answer?.details !== answer.details)
      this.#logger.warn(answer, "the service is not ready");
    if (!answer && this.#known?.answer) this.#logger.info("the service is ready again");
    this.#known = { until: performance.now() + keptFor, answer };
    return answer;
  }

  async #firstProblem(): Promise<Unready | undefined> {
    for (const [name, check] of this.#checks) {
      try {
        const details = await check();
        if (details !== undefined) return { check: name, details };
      } catch (error) {
        const outage = outageOf(error);
        if (outage) return outages[outage];
        this.#logger.error({ err: error, check: name }, "a check of the readiness failed");
        return { check: name, details: "The check failed; the log says why." };
      }
    }
    return undefined;
  }
}

async function within<T>(milliseconds: number, answer: Promise<T>, late: T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(() => resolve(late), milliseconds);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}
