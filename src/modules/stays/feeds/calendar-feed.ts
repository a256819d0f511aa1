import Type from "typebox";
import { linkToken } from "../../../kernel/access/link-tokens.ts";
import { boolean, id, integer, oneOf, string, structure, time, timestamps } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { problem } from "../../../kernel/values/value-type.ts";

/** A feed's direction. */
export const feedKinds = ["import", "export"] as const;

/** Maximum conflicts that a feed shows. */
export const maxConflicts = 100;

const conflict = Type.Object({
  uid: Type.String(),
  start: Type.Union([Type.String({ format: "date" }), Type.Null()]),
  end: Type.Union([Type.String({ format: "date" }), Type.Null()]),
  booking_id: Type.Union([Type.Integer(), Type.Null()]),
  reason: Type.String(),
});

/** Conflicts of an import; read-only. */
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

/** A rental's iCal calendar, exported to or imported from another site (docs/concepts/calendars.md). */
export const calendarFeed = defineResource("calendar_feeds", {
  singular: "calendar_feed",
  description:
    "A rental's iCal calendar (.ics). An export is an address from which other sites read the rental's taken nights. An import reads an address every half hour, or a file. Each imported event blocks its nights with an unavailable booking of the feed's own source.",
  readScopes: ["rentals_write"],
  attributes: {
    id: id(),
    kind: oneOf(feedKinds).required().onCreationOnly().description("The direction: import or export."),
    name: string({ maxLength: 40 }).required().description("The other site's name. An import's source gets this name."),
    enabled: boolean()
      .neverNull()
      .description(
        "Whether the export is served, or the import is read from its address. Imported bookings stay while it is disabled.",
      ),
    url: string({ maxLength: 2000 })
      .persistedByOperation()
      .description(
        "Import only: the https, http or webcal address to read; null for files. Shown masked (https://calendars.example/…3f2a), because it may contain a secret. Writing the masked address back changes nothing.",
      ),
    export_url: string()
      .from(exportUrl)
      .description("Export only: the address for other sites. Anyone who has it can read the calendar."),
    names: boolean()
      .neverNull()
      .description(
        "Export only: whether it names guests. Otherwise stays are Booked and everything else is Not available.",
      ),
    rotate: boolean().inputOnly().description("Export only, in an update: true replaces its address immediately."),
    last_attempt_at: time().unrecorded().readOnly().description("When the import was last attempted; null if never."),
    last_success_at: time()
      .unrecorded()
      .readOnly()
      .description("When an import last succeeded and updated the bookings."),
    last_error: string().readOnly().description("The last attempt's error; null if it succeeded."),
    next_attempt_at: time()
      .unrecorded()
      .readOnly()
      .description("When the address will be read next; null for files and exports."),
    events_count: count().description("Imported events that block nights from today on."),
    created_count: count().description("Bookings that the last run created."),
    updated_count: count().description("Bookings that the last run moved."),
    canceled_count: count().description("Bookings that the last run canceled."),
    conflicts_count: count().description("Events that could not be applied; see conflicts."),
    conflicts: conflicts()
      .unrecorded()
      .readOnly()
      .present()
      .description(
        `Up to ${maxConflicts} events that could not be read or whose nights are taken, with UID, dates and the booking in the way. Each reading retries them.`,
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
    source: one("sources").description("Import only: its bookings' source, created with the feed."),
    paired_feed: one("calendar_feeds")
      .writtenAs("paired_feed_id")
      .description("Export only: the rental's import from the same site. Its bookings are left out of this export."),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
