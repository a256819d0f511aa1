import { dayOfInstant } from "../../core/day.ts";
import type { Database } from "../../database/connect/database.ts";
import type { JobContext } from "../../kernel/write/jobs/job.ts";
import { pollAutomations } from "../../modules/guests/automations/perform/poll-automations.ts";
import { queueDomainChecks } from "../../modules/guests/sites/domain/check-domain.ts";
import { tendDeposits } from "../../modules/money/payments/deposits/tend-deposit.ts";
import { performWaitingPayments } from "../../modules/money/payments/perform/perform-waiting.ts";
import { sweepFiles } from "../../modules/platform/files/sweep-files.ts";
import { rebuildStaleRates } from "../../modules/pricing/rates/static/rebuild-stale-rates.ts";
import { publishLeftovers } from "../../modules/records/events/change-publisher.ts";
import { queueDigests } from "../../modules/records/notifications/digest/send-digest.ts";
import { queueStrangers } from "../../modules/records/privacy/erase-strangers.ts";
import { expireHolds } from "../../modules/stays/bookings/expire-holds.ts";
import { pollFeeds } from "../../modules/stays/feeds/poll-feeds.ts";
import { eraseAccountsJob } from "./erase-accounts.ts";
import { eraseGuestDocumentsJob } from "./erase-guest-documents.ts";
import { eraseImportsJob } from "./erase-imports.ts";
import { foldCountsJob } from "./fold-counts.ts";
import { forgetEndedRowsJobs } from "./forget.ts";
import { forgetChangesJob } from "./forget-changes.ts";
import { forgetWebhooksJob } from "./forget-webhooks.ts";
import type { RecurringJob } from "./recurring.ts";

/** The dependencies of recurring work. */
export interface RecurringContext extends Pick<JobContext, "files" | "queries"> {
  readonly database: Database;
  /** Days to keep record changes. */
  readonly auditDays: number;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Days to keep webhook delivery attempts. */
  readonly webhookDays: number;
}

/** All recurring work. Two processes can run the same one safely: each skips what the other holds. */
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
    // Until counts are folded, every list reads the deltas.
    foldCountsJob(database),
    // Publishes changes that a process committed but did not publish before it ended.
    {
      name: "publish changes",
      every: { seconds: 5 },
      run: ({ signal }) => publishLeftovers(database, queries, signal),
    },
    { name: "expire holds", every: { seconds: 30 }, run: () => expireHolds(database) },
    { name: "payments that wait", every: { seconds: 30 }, run: () => performWaitingPayments(database) },
    { name: "damage deposits", every: { seconds: 60 }, run: () => tendDeposits(database) },
    { name: "automations", every: { seconds: 15 }, run: () => pollAutomations(database) },
    { name: "calendar feeds", every: { seconds: 30 }, run: () => pollFeeds(database) },
  ];
}

/** Each has its own minute, to spread the load. */
function hourlyJobs({ database, files, auditDays, webhookDays }: RecurringContext): RecurringJob[] {
  return [
    ...forgetEndedRowsJobs(database),
    forgetWebhooksJob(database, webhookDays),
    { name: "sweep files", every: { cron: "13 * * * *" }, run: ({ signal }) => sweepFiles(database, files, signal) },
    { name: "host names of sites", every: { cron: "23 * * * *" }, run: () => queueDomainChecks(database) },
    { name: "unpaid strangers", every: { cron: "28 * * * *" }, run: () => queueStrangers(database) },
    { name: "daily digests", every: { cron: "1 * * * *" }, run: () => queueDigests(database) },
    eraseAccountsJob(database),
    eraseImportsJob(database),
    eraseGuestDocumentsJob(database),
    forgetChangesJob(database, auditDays),
  ];
}
