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
      "An export gets its address (export_url) immediately. An import with a url is read immediately and then every half hour; an import without one takes files.",
    create: createCalendarFeed,
  }),
  ...updates(calendarFeed, { scopes, update: updateCalendarFeed }),
  destroys(calendarFeed, {
    scopes,
    body: deletionBody,
    destroy: deleteCalendarFeed,
    description:
      "An export's address stops working immediately. An import's upcoming bookings are canceled soon after, unless keep_bookings is true.",
  }),
  action(calendarFeed, {
    on: "one",
    method: "POST",
    path: "upload",
    scopes,
    summary: "Upload an import's calendar.",
    description:
      "For an import without a url, as JSON or as a form with a file. The calendar replaces the last one. Its bookings are created, moved or canceled soon after; the feed's conflicts list the others. An incomplete calendar is refused and changes nothing.",
    body: calendarFileBody,
    run: uploadCalendar,
  }),
];
