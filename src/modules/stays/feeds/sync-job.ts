import Type from "typebox";
import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { defineJob, queueJob } from "../../../kernel/write/jobs/job.ts";
import { fetchPublicCalendar } from "./read/fetch-calendar.ts";
import { syncFeed } from "./sync-feed.ts";

/** Reads an import, or cancels a deleted import's bookings. */
export const syncCalendarFeed = defineJob("sync calendar feed", {
  lane: "calendars",
  payload: Type.Object({ feed: Type.Integer() }),
  attempts: 8,
  async run(context, { feed }) {
    const isDone = await syncFeed({ ...context, fetchCalendar: fetchPublicCalendar(context) }, feed);
    // The running job may have started before this change, so retry.
    if (!isDone) throw new Error(`Another job is reading calendar feed ${feed}.`);
  },
});

/** Queues an import's job: after creation, a new address, an upload or deletion. */
export async function queueSync(context: AccountTransaction, feed: number): Promise<void> {
  await queueJob(context, syncCalendarFeed, { feed }, { key: String(feed) });
}
