import { setTimeout as wait } from "node:timers/promises";
import { Counter, Gauge, type Registry } from "prom-client";
import type { Database } from "../../../database/database.ts";
import { type JobBacklog, jobBacklog } from "../../../database/job-backlog.ts";
import type { JobPool } from "../../../database/job-queue.ts";
import { type WebhookBacklog, webhookBacklog } from "../../../modules/webhooks/webhook-backlog.ts";

/** Milliseconds that a scrape waits for the database, and for which what it said is shown again: several may ask at once. */
const longestWait = 2_000;
const fresh = 5_000;

/** What the database has before it; undefined where it did not say so in time. */
interface Backlog {
  readonly jobs: JobBacklog | undefined;
  readonly webhooks: WebhookBacklog | undefined;
}

/** Where it is read. */
export interface BacklogSources {
  readonly database: Pick<Database, "transaction">;
  readonly jobs: JobPool;
}

/**
 * Shows what waits in the database, the same in every process on it. A database that does not answer makes a scrape shorter, and no failure:
 * what is measured in the process counts most then.
 */
export function backlogMetrics(registry: Registry, sources: BacklogSources): void {
  const current = sharedFor(fresh, () => readBacklog(sources, () => failures.inc()));
  const failures = new Counter({
    name: "roost_backlog_read_failures_total",
    ...{ help: "How often the database did not say in time what waits in it.", registers: [registry] },
    async collect() {
      await current();
    },
  });
  new Gauge({
    ...{ name: "roost_jobs", help: "Jobs in the queue, by their state.", labelNames: ["state"], registers: [registry] },
    async collect() {
      const { jobs } = await current();
      this.reset();
      if (!jobs) return;
      const { queued, scheduled, running, failed } = jobs;
      for (const [state, count] of Object.entries({ queued, scheduled, running, failed })) this.set({ state }, count);
    },
  });
  const single = (name: string, help: string, value: (backlog: Backlog) => number | undefined): void => {
    new Gauge({
      ...{ name, help, registers: [registry] },
      async collect() {
        const found = value(await current());
        if (found === undefined) this.remove();
        else this.set(found);
      },
    });
  };
  single(
    "roost_jobs_oldest_age_seconds",
    "For how long the oldest queued job has been due.",
    ({ jobs }) => jobs?.oldestAge,
  );
  single("roost_webhooks_pending", "Webhook messages that wait to be delivered.", ({ webhooks }) => webhooks?.pending);
  single(
    "roost_webhooks_oldest_age_seconds",
    "For how long the oldest of them has waited.",
    ({ webhooks }) => webhooks?.oldestAge,
  );
}

async function readBacklog({ database, jobs }: BacklogSources, failed: () => void): Promise<Backlog> {
  const reads = [inTime(jobBacklog(jobs), failed), inTime(webhookBacklog(database), failed)] as const;
  const [ofJobs, ofWebhooks] = await Promise.all(reads);
  return { jobs: ofJobs, webhooks: ofWebhooks };
}

/** What is not there in time, or failed, is left out and counted: what is behind it is told where it breaks requests. */
async function inTime<T>(read: Promise<T>, failed: () => void): Promise<T | undefined> {
  const told = read.then((value) => ({ value })).catch(() => undefined);
  const found = await Promise.race([told, wait(longestWait, undefined, { ref: false })]);
  if (!found) failed();
  return found?.value;
}

/** What was read is shared by all who ask within so many milliseconds. */
function sharedFor<T>(milliseconds: number, read: () => Promise<T>): () => Promise<T> {
  let known: { readonly until: number; readonly value: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (!known || known.until <= now) known = { until: now + milliseconds, value: read() };
    return known.value;
  };
}
