import Type from "typebox";
import { linkToken } from "../../../kernel/access/link-tokens.ts";
import { boolean, id, integer, oneOf, string, structure, time, timestamps } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { problem } from "../../../kernel/values/value-type.ts";

/** Which way a calendar goes. */
export const feedKinds = ["import", "export"] as const;

/** Conflicts that a feed shows. */
export const mostConflicts = 100;

const conflict = Type.Object({
  uid: Type.String(),
  start: Type.Union([Type.String({ format: "date" }), Type.Null()]),
  end: Type.Union([Type.String({ format: "date" }), Type.Null()]),
  booking_id: Type.Union([Type.Integer(), Type.Null()]),
  reason: Type.String(),
});

/** What is in the way of events: written by imports alone. */
const conflicts = () =>
  structure<readonly unknown[]>({
    title: "Array",
    schema: Type.Array(conflict),
    accept: () => problem("is read-only"),
    isValue: (candidate): candidate is readonly unknown[] => Array.isArray(candidate),
  });

const exportUrl = `case when calendar_feeds.kind = 'export' then
  :base_url || '/calendars/' || ${linkToken("calendar", "calendar_feeds")} || '.ics' end`;

const count = () => integer().unrecorded().readOnly().present();

/** A rental's calendar in the form of iCal: given away, or taken from elsewhere (docs/calendars.md). */
export const calendarFeed = defineResource("calendar_feeds", {
  singular: "calendar_feed",
  description:
    "A calendar of a rental in the form of iCal (.ics). An export is an address to give away, behind which others read when the rental is taken. An import is read from an address every half hour, or from a file: each event keeps its nights from being sold, as an unavailable booking of the feed's own source.",
  readScopes: ["rentals_write"],
  attributes: {
    id: id(),
    kind: oneOf(feedKinds).required().onCreationOnly().description("Which way it goes: import or export."),
    name: string({ maxLength: 40 })
      .required()
      .description("Whom it is from or for. The source of an import's bookings gets this name."),
    enabled: boolean()
      .neverNull()
      .description("Whether it is served, or read from its address. What was imported stays while it is not."),
    url: string({ maxLength: 2000 })
      .persistedByOperation()
      .description(
        "Of an import: the https, http or webcal address that is read; null for files. It may hold a secret, and so it is shown masked (https://calendars.example/…3f2a); a masked one that is written back changes nothing.",
      ),
    export_url: string()
      .from(exportUrl)
      .description("Of an export: the address to give away. Whoever has it reads the calendar."),
    names: boolean()
      .neverNull()
      .description(
        "Of an export: whether guests are named. Otherwise, stays are Booked, and all else is Not available.",
      ),
    rotate: boolean()
      .inputOnly()
      .description("Of an export, in a change: true gives it a new address, and the former one is gone at once."),
    last_attempt_at: time()
      .unrecorded()
      .readOnly()
      .description("When it was last tried to read the import; null before."),
    last_success_at: time().unrecorded().readOnly().description("When that last went well, and the bookings followed."),
    last_error: string().readOnly().description("What went wrong the last time, in a sentence; null when nothing did."),
    next_attempt_at: time()
      .unrecorded()
      .readOnly()
      .description("When the address is read next; null for files and exports."),
    events_count: count().description("Events of the import that block nights from today on."),
    created_count: count().description("Bookings that the last run has made."),
    updated_count: count().description("Bookings that the last run has moved."),
    canceled_count: count().description("Bookings that the last run has canceled."),
    conflicts_count: count().description("Events that could not be applied: what is in the way is in conflicts."),
    conflicts: conflicts()
      .unrecorded()
      .readOnly()
      .present()
      .description(
        `Up to ${mostConflicts} events whose nights somebody else has, or that could not be read, by their UIDs, with their days and the booking in the way. They are tried again with each reading.`,
      ),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rental: one("rentals")
      .present()
      .writtenAs("rental_id", "required")
      .deletedAlong()
      .description("The rental whose calendar it is."),
    source: one("sources").description("Of an import: where its bookings come from, made with the feed."),
    paired_feed: one("calendar_feeds")
      .writtenAs("paired_feed_id")
      .description(
        "Of an export: the import of the same rental that comes from whom this is given to. What it has brought is not given back.",
      ),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
