import type { Database } from "../../../database/connect/database.ts";
import { queueEach } from "../../../kernel/write/jobs/queue-each.ts";
import { applyCalendarFeed, syncCalendarFeed } from "./sync-job.ts";

/** Feeds per batch. */
const batchSize = 100;

/** Queues a job for each due import of all accounts, and for each whose events may find free nights. */
export async function pollFeeds(database: Database): Promise<void> {
  const due = { text: "select account, feed from take_due_calendar_feeds($1)", values: [batchSize] };
  while ((await queueEach(database, due, syncCalendarFeed, (feed) => ({ feed }))) === batchSize);
  const gaps = { text: "select account, feed from take_calendar_feeds_with_gaps($1)", values: [batchSize] };
  while ((await queueEach(database, gaps, applyCalendarFeed, (feed) => ({ feed }))) === batchSize);
}
