import type { FastifyBaseLogger } from "fastify";
import { type Outage, outageOf } from "../../database/sql/errors.ts";
import type { Readiness, Unready } from "../../interfaces/http/health.ts";

/** Checks one thing that serving needs. @returns the problem as a sentence without secrets; undefined when there is none */
export type Check = () => Promise<string | undefined>;

/** The checks in order. The first problem is reported: later checks depend on earlier ones. */
export type Checks = readonly (readonly [name: Unready["check"], check: Check])[];

const cacheMs = 2_000;
const checkTimeoutMs = 3_000;

const outages: Readonly<Record<Outage, Unready>> = {
  unreachable: { check: "database", details: "The database is unreachable." },
  no_room: { check: "disk", details: "A disk is full." },
  exhausted: { check: "database", details: "The database is out of memory or connections." },
  read_only: { check: "database", details: "The database accepts no writes." },
  damaged: { check: "disk", details: "A disk is failing." },
};

/** Reports whether the service can serve. Results are cached for two seconds, and checks never run concurrently. */
export class CheckedReadiness implements Readiness {
  readonly #checks: Checks;
  readonly #logger: FastifyBaseLogger;
  #cached: { readonly until: number; readonly problem: Unready | undefined } | undefined;
  #checking: Promise<Unready | undefined> | undefined;
  #isDraining = false;

  constructor(checks: Checks, logger: FastifyBaseLogger) {
    this.#checks = checks;
    this.#logger = logger;
  }

  /** Reports the service as unready from now on, because it is about to stop. */
  drain(): void {
    this.#isDraining = true;
  }

  async whyUnready(): Promise<Unready | undefined> {
    if (this.#isDraining) return { check: "draining", details: "The service is shutting down." };
    if (this.#cached && this.#cached.until > performance.now()) return this.#cached.problem;
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    return within(checkTimeoutMs, this.#checking, {
      check: "database",
      details: "The database did not respond in time.",
    });
  }

  async #check(): Promise<Unready | undefined> {
    const problem = await this.#firstProblem();
    if (problem && this.#cached?.problem?.details !== problem.details)
      this.#logger.warn(problem, "service is not ready");
    if (!problem && this.#cached?.problem) this.#logger.info("service is ready again");
    this.#cached = { until: performance.now() + cacheMs, problem };
    return problem;
  }

  async #firstProblem(): Promise<Unready | undefined> {
    for (const [name, check] of this.#checks) {
      try {
        const details = await check();
        if (details !== undefined) return { check: name, details };
      } catch (error) {
        const outage = outageOf(error);
        if (outage) return outages[outage];
        this.#logger.error({ err: error, check: name }, "readiness check failed");
        return { check: name, details: "The check failed. See the log." };
      }
    }
    return undefined;
  }
}

async function within<T>(milliseconds: number, result: Promise<T>, late: T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(() => resolve(late), milliseconds);
  try {
    return await Promise.race([result, promise]);
  } finally {
    clearTimeout(timer);
  }
}
