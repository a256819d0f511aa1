import { type Route, reads } from "../../../kernel/route.ts";
import { action } from "../../../kernel/write/actions.ts";
import { creates } from "../../../kernel/write/creates.ts";
import { destroys } from "../../../kernel/write/destroys.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { calendarFeed } from "./calendar-feed.ts";
import { deleteCalendarFeed, deletionBody } from "./delete-calendar-feed.ts";
import { confirmCalendar, syncCalendar } from "./read-again.ts";
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
      "For an import without a url, as JSON or as a form with a file. The calendar replaces the last one, missing events included. The feed is pending until its bookings are created, moved or canceled. An incomplete calendar is refused and changes nothing.",
    success: 202,
    body: calendarFileBody,
    run: uploadCalendar,
  }),
  action(calendarFeed, {
    on: "one",
    method: "POST",
    path: "sync",
    scopes,
    success: 202,
    summary: "Read an import now.",
    description: "For an import with a url. The feed is pending until the reading has ended.",
    run: syncCalendar,
  }),
  action(calendarFeed, {
    on: "one",
    method: "POST",
    path: "confirm",
    scopes,
    success: 202,
    summary: "Confirm that an import's missing stays are gone.",
    description: "For a suspicious import: the bookings of the missing_count stays are canceled soon after.",
    run: confirmCalendar,
  }),
];
