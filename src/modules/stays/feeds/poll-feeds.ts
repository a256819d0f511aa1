import type { Database } from "../../../database/connect/database.ts";
import { queueEach } from "../../../kernel/write/jobs/queue-each.ts";
import { syncCalendarFeed } from "./sync-job.ts";

/** Feeds that are taken at a time. */
const most = 100;

/** Queues the reading of the imports of all accounts whose time has come, each once. */
export async function pollFeeds(database: Database): Promise<void> {
  const due = { text: "select account, feed from take_due_calendar_feeds($1)", values: [most] };
  while ((await queueEach(database, due, syncCalendarFeed, (feed) => ({ feed }))) === most);
}
