import Type from "typebox";
import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { defineJob, type JobContext, queueJob } from "../../../kernel/write/jobs/job.ts";
import { fetchPublicCalendar } from "./read/fetch-calendar.ts";
import { syncFeed } from "./sync-feed.ts";

const payload = Type.Object({ feed: Type.Integer() });

/** Pause before a feed that another job is reading is tried again. */
const busyPauseMs = 3000;

/** Reads an import from its address. */
export const syncCalendarFeed = defineJob("sync calendar feed", {
  lane: "calendars",
  payload,
  attempts: 8,
  async run(context, { feed }) {
    const isDone = await syncFeed({ ...context, fetchCalendar: fetchPublicCalendar(context) }, feed);
    if (!isDone) await postpone(context, syncCalendarFeed, feed);
  },
});

/** Applies an import's stored events: after an upload, a confirmation or a deletion, and where nights have become free. */
export const applyCalendarFeed = defineJob("apply calendar feed", {
  lane: "calendars",
  payload,
  attempts: 8,
  async run(context, { feed }) {
    if (!(await syncFeed(context, feed))) await postpone(context, applyCalendarFeed, feed);
  },
});

type FeedJob = typeof syncCalendarFeed;

/** The running job may have started before this change, so another one follows it. */
async function postpone({ scope, account, now }: JobContext, job: FeedJob, feed: number): Promise<void> {
  await scope.transaction((transaction) =>
    queueJob({ transaction, account: { id: account } }, job, { feed }, { key: String(feed), runAt: now + busyPauseMs }),
  );
}

/** Queues a reading that a person wants, which the feed shows as pending. */
export async function requestReading(context: AccountTransaction, job: FeedJob, feed: number): Promise<void> {
  await context.transaction.run(
    `update calendar_feeds set pending_at = statement_timestamp(), created_count = 0, updated_count = 0, canceled_count = 0,
       updated_at = statement_timestamp() where account_id = $1 and id = $2`,
    [context.account.id, feed],
  );
  await queueJob(context, job, { feed }, { key: String(feed) });
}
