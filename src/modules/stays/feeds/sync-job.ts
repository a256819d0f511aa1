import Type from "typebox";
import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { defineJob, queueJob } from "../../../kernel/write/jobs/job.ts";
import { fetchPublicCalendar } from "./read/fetch-calendar.ts";
import { syncFeed } from "./sync-feed.ts";

/** Reads an import, and ends what a deleted one has brought. */
export const syncCalendarFeed = defineJob("sync calendar feed", {
  lane: "calendars",
  payload: Type.Object({ feed: Type.Integer() }),
  attempts: 8,
  async run(context, { feed }) {
    const isDone = await syncFeed({ ...context, fetchCalendar: fetchPublicCalendar(context) }, feed);
    // What holds it may have begun before the file came: it is applied again afterwards.
    if (!isDone) throw new Error(`The calendar feed ${feed} is being read by somebody else.`);
  },
});

/** Queues the reading of an import at once: a new one, one with another address, one whose file has come, or a deleted one. */
export async function queueSync(context: AccountTransaction, feed: number): Promise<void> {
  await queueJob(context, syncCalendarFeed, { feed }, { key: String(feed) });
}
