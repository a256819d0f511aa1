import Type from "typebox";
import { defineJob } from "../../kernel/write/job.ts";
import { fetchPublicCalendar } from "./fetch-calendar.ts";
import { syncFeed } from "./sync-feed.ts";

/** Reads an import at once: a new one, one with another address, or one whose file has come; and ends what a deleted one has brought. */
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
