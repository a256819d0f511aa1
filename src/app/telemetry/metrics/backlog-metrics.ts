import { setTimeout as wait } from "node:timers/promises";
import type { Meter } from "@opentelemetry/api";
import type { Database } from "../../../database/connect/database.ts";
import { type JobBacklog, jobBacklog } from "../../../database/jobs/job-backlog.ts";
import type { JobPool } from "../../../database/jobs/job-queue.ts";
import { type WebhookBacklog, webhookBacklog } from "../../../modules/records/webhooks/deliver/webhook-backlog.ts";

const readTimeoutMs = 2_000;
const cacheMs = 5_000;

/** The queued work; undefined where the database did not respond in time. */
interface Backlog {
  readonly jobs: JobBacklog | undefined;
  readonly webhooks: WebhookBacklog | undefined;
}

/** The sources of the backlog. */
export interface BacklogSources {
  readonly database: Pick<Database, "transaction">;
  readonly jobs: JobPool;
}

/**
 * Reports the database's backlog, which is the same in every process. When the database does not respond, a scrape omits these metrics but
 * still succeeds: the process metrics matter most then.
 */
export function backlogMetrics(meter: Meter, sources: BacklogSources): void {
  const failures = meter.createCounter("roost_backlog_read_failures_total", {
    description: "Backlog reads that failed or timed out.",
  });
  failures.add(0);
  const current = cachedFor(cacheMs, () => readBacklog(sources, () => failures.add(1)));
  const gauge = (name: string, description: string) => meter.createObservableGauge(name, { description });
  const jobs = gauge("roost_jobs", "Jobs in the queue, by state.");
  const oldestJob = gauge("roost_jobs_oldest_age_seconds", "How long the oldest queued job has been due.");
  const pending = gauge("roost_webhooks_pending", "Webhook messages waiting for delivery.");
  const oldest = gauge("roost_webhooks_oldest_age_seconds", "How long the oldest webhook message has waited.");
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

/** Omits and counts reads that fail or time out. Requests that share their cause log it. */
async function inTime<T>(read: Promise<T>, failed: () => void): Promise<T | undefined> {
  const result = read.then((value) => ({ value })).catch(() => undefined);
  const found = await Promise.race([result, wait(readTimeoutMs, undefined, { ref: false })]);
  if (!found) failed();
  return found?.value;
}

/** Caches a read for so many milliseconds. */
function cachedFor<T>(milliseconds: number, read: () => Promise<T>): () => Promise<T> {
  let cached: { readonly until: number; readonly value: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (!cached || cached.until <= now) cached = { until: now + milliseconds, value: read() };
    return cached.value;
  };
}
