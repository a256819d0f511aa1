import { setTimeout as wait } from "node:timers/promises";
import type { Meter } from "@opentelemetry/api";
import type { Database } from "../../../database/connect/database.ts";
import { type JobBacklog, jobBacklog } from "../../../database/jobs/job-backlog.ts";
import type { JobPool } from "../../../database/jobs/job-queue.ts";
import { type WebhookBacklog, webhookBacklog } from "../../../modules/records/webhooks/deliver/webhook-backlog.ts";

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
export function backlogMetrics(meter: Meter, sources: BacklogSources): void {
  const failures = meter.createCounter("roost_backlog_read_failures_total", {
    description: "How often the database did not say in time what waits in it.",
  });
  failures.add(0);
  const current = sharedFor(fresh, () => readBacklog(sources, () => failures.add(1)));
  const gauge = (name: string, description: string) => meter.createObservableGauge(name, { description });
  const jobs = gauge("roost_jobs", "Jobs in the queue, by their state.");
  const oldestJob = gauge("roost_jobs_oldest_age_seconds", "For how long the oldest queued job has been due.");
  const pending = gauge("roost_webhooks_pending", "Webhook messages that wait to be delivered.");
  const oldest = gauge("roost_webhooks_oldest_age_seconds", "For how long the oldest of them has waited.");
  meter.addBatchObservableCallback(
    async (shown) => {
      const { jobs: ofJobs, webhooks } = await current();
      if (ofJobs) {
        const { oldestAge, queued, scheduled, running, failed } = ofJobs;
        for (const [state, count] of Object.entries({ queued, scheduled, running, failed }))
          shown.observe(jobs, count, { state });
        shown.observe(oldestJob, oldestAge);
      }
      if (webhooks) {
        shown.observe(pending, webhooks.pending);
        shown.observe(oldest, webhooks.oldestAge);
      }
    },
    [jobs, oldestJob, pending, oldest],
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
