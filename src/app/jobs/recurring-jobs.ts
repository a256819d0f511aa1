import { dayOfInstant } from "../../core/day.ts";
import type { Database } from "../../database/connect/database.ts";
import type { JobContext } from "../../kernel/write/jobs/job.ts";
import { performWaitingPayments } from "../../modules/money/payments/perform/perform-waiting.ts";
import { sweepFiles } from "../../modules/platform/files/sweep-files.ts";
import { rebuildStaleRates } from "../../modules/pricing/rates/static/rebuild-stale-rates.ts";
import { publishLeftovers } from "../../modules/records/events/change-publisher.ts";
import { expireHolds } from "../../modules/stays/bookings/expire-holds.ts";
import { sendBalanceReminders } from "../../modules/stays/bookings/guest/send-balance-reminders.ts";
import { pollFeeds } from "../../modules/stays/feeds/poll-feeds.ts";
import { erasingJob } from "./erase-accounts.ts";
import { foldingJob } from "./fold-counts.ts";
import { forgettingJobs } from "./forget.ts";
import { forgettingChanges } from "./forget-changes.ts";
import { webhookForgettingJob } from "./forget-webhooks.ts";
import type { RecurringJob } from "./recurring.ts";

/** What recurring work needs of the service. */
export interface RecurringContext extends Pick<JobContext, "files" | "queries"> {
  readonly database: Database;
  /** Days that changes of records are kept. */
  readonly auditDays: number;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Days for which attempts to deliver webhooks are kept. */
  readonly webhookDays: number;
}

/** All that happens again and again, of itself. Each is safe to meet itself in another process: it skips what that one holds. */
export function recurringJobs(context: RecurringContext): RecurringJob[] {
  return [...frequentJobs(context), ...hourlyJobs(context)];
}

function frequentJobs({ database, queries, clock }: RecurringContext): RecurringJob[] {
  return [
    {
      name: "static rates",
      every: { seconds: 5 },
      run: ({ signal, report }) =>
        rebuildStaleRates(
          database,
          dayOfInstant(clock()),
          (rental, error) => report(`static rates of rental ${rental}`, error),
          signal,
        ),
    },
    // What is not put together yet is read by every list.
    foldingJob(database),
    // What a process committed and did not publish before it ended.
    {
      name: "publish changes",
      every: { seconds: 5 },
      run: ({ signal }) => publishLeftovers(database, queries, signal),
    },
    { name: "expire holds", every: { seconds: 30 }, run: () => expireHolds(database) },
    { name: "payments that wait", every: { seconds: 30 }, run: () => performWaitingPayments(database) },
    { name: "calendar feeds", every: { seconds: 30 }, run: () => pollFeeds(database) },
  ];
}

/** At minutes of their own, so that they do not fall together. */
function hourlyJobs({ database, files, auditDays, clock, webhookDays }: RecurringContext): RecurringJob[] {
  return [
    ...forgettingJobs(database),
    webhookForgettingJob(database, webhookDays),
    { name: "sweep files", every: { cron: "13 * * * *" }, run: ({ signal }) => sweepFiles(database, files, signal) },
    {
      name: "balances that are due",
      every: { cron: "23 * * * *" },
      run: ({ report }) =>
        sendBalanceReminders(database, clock(), (booking, error) => report(`the balance of booking ${booking}`, error)),
    },
    erasingJob(database),
    forgettingChanges(database, auditDays),
  ];
}
