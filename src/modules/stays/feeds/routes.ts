import { type Route, reads } from "../../../kernel/route.ts";
import { action } from "../../../kernel/write/actions.ts";
import { creates } from "../../../kernel/write/creates.ts";
import { destroys } from "../../../kernel/write/destroys.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { calendarFeed } from "./calendar-feed.ts";
import { deleteCalendarFeed, deletionBody } from "./delete-calendar-feed.ts";
import { createCalendarFeed, updateCalendarFeed } from "./save-calendar-feed.ts";
import { calendarFileBody, uploadCalendar } from "./upload-calendar.ts";

const scopes = ["rentals_write"] as const;

export const feedsRoutes: readonly Route[] = [
  ...reads(calendarFeed),
  creates(calendarFeed, {
    scopes,
    description:
      "An export has its address (export_url) at once. An import with a url is read at once, and then every half hour; one without takes files.",
    create: createCalendarFeed,
  }),
  ...updates(calendarFeed, { scopes, update: updateCalendarFeed }),
  destroys(calendarFeed, {
    scopes,
    body: deletionBody,
    destroy: deleteCalendarFeed,
    description:
      "An export is gone at once. Of an import, the bookings that are ahead are canceled soon after, unless keep_bookings is true.",
  }),
  action(calendarFeed, {
    on: "one",
    method: "POST",
    path: "upload",
    scopes,
    summary: "Give an import its calendar.",
    description:
      "For an import without a url, in JSON or as a form with the file. The calendar replaces what the last one said: events are made bookings, moved or canceled soon after, and what is in the way is in the feed's conflicts. What is no whole calendar is refused, and changes nothing.",
    body: calendarFileBody,
    run: uploadCalendar,
  }),
];
