import { linkToken } from "../../../kernel/access/link-tokens.ts";
import { boolean, id, integer, oneOf, string, time, timestamps } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { conflictSchema, ignoredSummaries, maxShown, reported, unreadableSchema } from "./feed-values.ts";

/** A feed's direction. */
export const feedKinds = ["import", "export"] as const;

/** The meaning of an import's events: guests' stays, or other closed nights. */
export const eventKinds = ["stays", "blocks"] as const;

/** Whether an import needs a person. */
export const feedStates = ["ok", "pending", "failing", "suspicious"] as const;

/** The scopes that may see the names of guests in an export. */
export const guestReaders = ["clients_read", "clients_write"] as const;

/** The address leads to everything that the calendar shows. */
const exportUrl = `case when calendar_feeds.kind = 'export'
    and (not calendar_feeds.names or :scopes && '{${guestReaders.join(",")}}'::text[]) then
  :base_url || '/calendars/' || ${linkToken("calendar", "calendar_feeds")} || '.ics' end`;

const state = `case when calendar_feeds.kind = 'export' then 'ok'
  when calendar_feeds.pending_at is not null then 'pending'
  when calendar_feeds.suspicious_at is not null then 'suspicious'
  when calendar_feeds.last_error is not null then 'failing'
  when calendar_feeds.last_success_at is null then 'pending' else 'ok' end`;

const count = () => integer().unrecorded().readOnly().present();

/** A rental's iCal calendar, exported to or imported from another site (docs/concepts/calendars.md). */
export const calendarFeed = defineResource("calendar_feeds", {
  singular: "calendar_feed",
  description:
    "A rental's iCal calendar (.ics). An export is an address from which other sites read the rental's taken nights. An import reads an address every half hour, or a file. Each imported event blocks all its free nights with unavailable bookings of the feed's own source.",
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
      .description(
        "Export only: the address for other sites. Anyone who has it can read the calendar. Null if it names guests and the token does not read guests.",
      ),
    names: boolean()
      .neverNull()
      .description(
        "Export only: whether it names guests, which needs a token that reads guests. Otherwise stays are Booked and everything else is Not available.",
      ),
    include_preparation_days: boolean()
      .neverNull()
      .description(
        "Export only: whether the rental's preparation_days around stays are exported, as events of their own. Defaults to false.",
      ),
    rotate: boolean().inputOnly().description("Export only, in an update: true replaces its address immediately."),
    treat_as: oneOf(eventKinds)
      .neverNull()
      .description(
        "Import only: stays (the default) if guests stay on its nights, blocks if they are closed for other reasons. Blocks get no preparation days.",
      ),
    ignore_summaries: ignoredSummaries()
      .neverNull()
      .description(
        "Import only: texts of the other site's rules, such as Check-out. Events whose summary contains one, in upper or lower case, are left out. Files apply it from the next upload on.",
      ),
    preparation_days_apply: boolean()
      .neverNull()
      .description(
        "Import only: whether the rental's preparation_days surround imported stays as they do others. Defaults to true.",
      ),
    state: oneOf(feedStates)
      .from(state)
      .present()
      .description(
        "pending: a reading is under way, or none has ended yet. failing: the last attempt failed, see last_error. suspicious: most stays are missing, see missing_count. ok: everything else.",
      ),
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
    created_count: count().description("Bookings that the last reading created; 0 while it is under way."),
    updated_count: count().description("Bookings that the last reading moved."),
    canceled_count: count().description("Bookings that the last reading canceled."),
    missing_count: count().description(
      "Stays that the last readings did not have. They stay until three readings over six hours agree, or until POST /calendar_feeds/{id}/confirm.",
    ),
    echoes_count: count().description(
      "Events with exactly the nights of another booking: the other site has read it from an export.",
    ),
    conflicts_count: count().description("Conflicts; see conflicts."),
    conflicts: reported(conflictSchema)
      .unrecorded()
      .readOnly()
      .present()
      .description(
        `Up to ${maxShown} events with nights that another booking holds: the event's UID and dates, these nights (the first 100) and the booking. The event's other nights are closed. Each reading retries them.`,
      ),
    unreadable: reported(unreadableSchema)
      .unrecorded()
      .readOnly()
      .present()
      .description(
        `Up to ${maxShown} events of the last calendar that could not be read, with the reason. Their bookings stay as they are.`,
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
  derivedEvents: [
    {
      type: "calendar_feed.conflicted",
      description: "An import brought nights that another booking holds; changes.conflicts lists them.",
    },
    { type: "calendar_feed.failed", description: "An import has failed for three hours; see changes.last_error." },
    {
      type: "calendar_feed.suspicious",
      description: "Most of an import's stays are missing; changes.missing_count counts them. A person can confirm it.",
    },
    { type: "calendar_feed.recovered", description: "An import that failed or was suspicious works again." },
  ],
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
