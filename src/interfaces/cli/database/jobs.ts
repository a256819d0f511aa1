import { type Command, Option } from "commander";
import {
  countQueuedJobs,
  jobRuns,
  type QueuedJob,
  queuedJobs,
  type RunsOfJob,
  removeJob,
  retryJob,
} from "../../../database/jobs/queued-jobs.ts";
import type { OpenDatabase } from "../../../database/open.ts";
import { invalid, notFound } from "../../../kernel/errors.ts";
import { formatInstant } from "../../../kernel/values/time.ts";
import { countStaleRates } from "../../../modules/pricing/rates/static/rebuild-stale-rates.ts";
import { type ConfirmOptions, withConfirmOption } from "../common-options.ts";
import { confirm } from "../terminal/confirm.ts";
import { type CommandOutput, print, type Terminal } from "../terminal/terminal.ts";
import { parseId } from "../terminal/values.ts";
import { withDatabase } from "./with-database.ts";

/** Jobs shown; the summary counts all of them. */
const maxShown = 100;

interface Options extends ConfirmOptions {
  readonly failed?: true;
  readonly retry?: number;
  readonly remove?: number;
}

const about = `Show the job queue: past runs by name, and the jobs that are running, waiting or failed.
A failed job has used all its attempts and stays until it is retried or removed.`;

/** `jobs`, `jobs --failed`, `jobs --retry <id>`, `jobs --remove <id>`. */
export function jobsCommand(parent: Command, terminal: Terminal): void {
  withConfirmOption(parent.command("jobs"))
    .description(about)
    .option("--failed", "only jobs that used all their attempts")
    .addOption(one("--retry <id>", "run a failed or waiting job now and reset its attempts", ["failed", "remove"]))
    .addOption(
      one("--remove <id>", "remove a failed or waiting job from the queue: its work is never done", ["failed"]),
    )
    .action(async (options: Options) => {
      if (options.remove !== undefined)
        await confirm(terminal, options, `This removes job ${options.remove}: its work is never done.`);
      const output = await withDatabase(terminal, (opened) => runCommand(opened, options));
      print(terminal, options, output);
    });
}

/** An option for one job. Beside another choice, it would be ignored. */
const one = (flags: string, about: string, others: string[]): Option =>
  new Option(flags, about).argParser(parseId).conflicts(others);

async function runCommand(
  { jobs: pool, database }: Pick<OpenDatabase, "jobs" | "database">,
  { failed, retry, remove }: Options,
): Promise<CommandOutput> {
  if (remove !== undefined) return removed(remove, await removeJob(pool, remove));
  if (retry !== undefined) return retried(retry, await retryJob(pool, retry));
  const counts = await countQueuedJobs(pool);
  const jobs = await queuedJobs(pool, maxShown, failed ? "failed" : undefined);
  const runs = failed ? [] : await jobRuns(pool);
  const stale = failed ? undefined : await countStaleRates(database);
  const total = failed ? counts.failed : counts.running + counts.waiting + counts.failed;
  const more = total > jobs.length ? [`… and ${total - jobs.length} more.`] : [];
  const summary = `${counts.running} running, ${counts.waiting} waiting, ${counts.failed} failed.`;
  return {
    text: [
      ...runs.map(ranLine),
      ...(runs.length > 0 ? [""] : []),
      summary,
      ...jobs.map(jobLine),
      ...more,
      ...staleLine(stale),
    ].join("\n"),
    json: {
      ...(failed ? {} : { ran: runs.map(ran) }),
      counts,
      jobs: jobs.map(listed),
      ...(stale !== undefined && { stale_rates: stale }),
    },
  };
}

/** Shown while rentals wait: the job rebuilds them one by one, without an entry in the queue for each. */
const staleLine = (rentals: number | undefined): string[] =>
  rentals ? [`static rates  ${rentals < 1000 ? rentals : "1000 or more"} rentals wait to be rebuilt`] : [];

function retried(id: number, was: QueuedJob["state"] | undefined): CommandOutput {
  if (was === undefined) throw notFound(`No job ${id} in the queue.`);
  return {
    text: was === "running" ? `Job ${id} is already running. Nothing was changed.` : `Queued job ${id} to run now.`,
    json: { id, retried: was !== "running" },
  };
}

function removed(id: number, was: QueuedJob["state"] | undefined): CommandOutput {
  if (was === undefined) throw notFound(`No job ${id} in the queue.`);
  if (was === "running") throw invalid({ job: [`${id} is running. Nothing was changed`] });
  return { text: `Removed job ${id}.`, json: { id, removed: true } };
}

function ranLine(runs: RunsOfJob): string {
  const took = `ran ${runs.runs} times, last ${formatInstant(runs.lastRunAt)} in ${runs.lastMilliseconds} ms`;
  if (runs.lastFailedAt === null) return `${runs.name}  ${took}`;
  const error = runs.lastError === null ? "" : `: ${oneLine(runs.lastError)}`;
  return `${runs.name}  ${took}  failed ${runs.failures} times, last ${formatInstant(runs.lastFailedAt)}${error}`;
}

function jobLine(job: QueuedJob): string {
  const whose = job.account === null ? "recurring" : `account ${job.account}`;
  const attempts = job.account === null ? [] : [`attempt ${job.attempts} of ${job.maxAttempts}`];
  const error = job.lastError === null ? [] : [oneLine(job.lastError)];
  return [String(job.id), job.name, whose, whenOf(job), ...attempts, ...error].join("  ");
}

function whenOf({ state, lockedAt, runAt }: QueuedJob): string {
  if (state === "running") return `running since ${formatInstant(lockedAt ?? runAt)}`;
  return state === "waiting" ? `waits until ${formatInstant(runAt)}` : "failed";
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ");

function listed(job: QueuedJob) {
  return {
    id: job.id,
    name: job.name,
    account: job.account,
    state: job.state,
    attempts: job.attempts,
    max_attempts: job.maxAttempts,
    run_at: formatInstant(job.runAt),
    running_since: job.lockedAt === null ? null : formatInstant(job.lockedAt),
    last_error: job.lastError,
  };
}

function ran(runs: RunsOfJob) {
  return {
    name: runs.name,
    runs: runs.runs,
    failures: runs.failures,
    last_run_at: formatInstant(runs.lastRunAt),
    last_milliseconds: runs.lastMilliseconds,
    last_failed_at: runs.lastFailedAt === null ? null : formatInstant(runs.lastFailedAt),
    last_error: runs.lastError,
  };
}
