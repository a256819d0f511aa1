import { createHash } from "node:crypto";
import { formatDay } from "../../../../core/day.ts";
import { FeedError, mostEvents } from "../feed-error.ts";
import { type Property, propertyValue, takeApart } from "./calendar-text.ts";
import { CalendarZones } from "./calendar-zones.ts";
import { type Occurrence, occurrencesOf, type ReadingFrame, recurrenceOf } from "./read-event.ts";
import type { WantedEvent } from "./wanted-event.ts";

/** An event that says something which cannot be understood: what was known of it stays, and people are told. */
export interface UnreadEvent {
  readonly uid: string;
  readonly reason: string;
}

/** What a calendar says. */
export interface ReadCalendar {
  /** Events that block nights from today on. */
  readonly wanted: readonly WantedEvent[];
  readonly unread: readonly UnreadEvent[];
}

/** Characters of a UID that are shown. */
const shownUid = 200;

/**
 * Reads a calendar (RFC 5545) as nights of a rental. Events that are canceled or transparent block none.
 * @throws FeedError when it is no whole calendar, or larger than it may be
 */
export function readCalendar(text: string, frame: ReadingFrame): ReadCalendar {
  const { events, zones } = takeApart(text);
  if (events.length > mostEvents) throw new FeedError(`The calendar has more than ${mostEvents} events.`);
  const reading = new Reading(new CalendarZones(zones, frame.timeZone), frame);
  for (const group of Map.groupBy(events, identityOf).values()) reading.take(group);
  return { wanted: [...reading.wanted.values()], unread: reading.unread };
}

/** The UID; of an event without one, all that is said of it. Never stored as it is. */
const identityOf = (event: readonly Property[]): string => {
  const uid = propertyValue(event, "UID");
  if (uid) return uid;
  const said = ["DTSTART", "DTEND", "DURATION", "RRULE", "SUMMARY"].map((name) => propertyValue(event, name) ?? "");
  return `without a UID\n${said.join("\n")}`;
};

class Reading {
  readonly wanted = new Map<string, WantedEvent>();
  readonly unread: UnreadEvent[] = [];
  readonly #zones: CalendarZones;
  readonly #frame: ReadingFrame;
  /** Of all events, also past ones: a series counts as often as it happens. */
  #count = 0;

  constructor(zones: CalendarZones, frame: ReadingFrame) {
    this.#zones = zones;
    this.#frame = frame;
  }

  /** Takes the events of one UID: one, a series with what was changed of it, or several that share it by mistake. */
  take(group: readonly (readonly Property[])[]): void {
    const [first] = group;
    if (!first) return;
    const identity = identityOf(first);
    const uid = propertyValue(first, "UID")?.slice(0, shownUid) || "an event without a UID";
    try {
      this.#takeGroup(identity, uid, group);
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
      this.unread.push({ uid, reason: error.message });
    }
    if (this.#count > mostEvents) throw new FeedError(`The calendar has more than ${mostEvents} events.`);
  }

  #takeGroup(identity: string, uid: string, group: readonly (readonly Property[])[]): void {
    const changes = group.filter((event) => propertyValue(event, "RECURRENCE-ID") !== undefined);
    const masters = newest(group.filter((event) => !changes.includes(event)));
    const replaced = changes.map((event) => recurrenceOf(event, this.#zones, this.#frame.timeZone));
    const isReplaced = ({ recurrence, day }: Occurrence): boolean =>
      replaced.some((change) => change?.recurrence === recurrence || change?.recurrence === formatDay(day));
    for (const event of masters.filter(blocks)) {
      const occurrences = occurrencesOf(event, this.#zones, this.#frame);
      // One that does not repeat is its UID alone, so that it stays the same when it moves.
      const repeats = isSeries(event) || masters.length > 1;
      for (const occurrence of occurrences) {
        if (changes.length > 0 && isReplaced(occurrence)) continue;
        this.#add(identity, uid, repeats ? occurrence.recurrence : "", occurrence);
      }
    }
    for (const [index, event] of changes.entries()) {
      if (!blocks(event)) continue;
      const single = event.filter(({ name }) => name !== "RRULE" && name !== "RDATE" && name !== "EXDATE");
      for (const occurrence of occurrencesOf(single, this.#zones, this.#frame))
        this.#add(identity, uid, replaced[index]?.recurrence ?? occurrence.recurrence, occurrence);
    }
  }

  #add(identity: string, uid: string, recurrence: string, { arrival, departure }: Occurrence): void {
    this.#count++;
    const { today, horizon } = this.#frame;
    const end = Math.min(departure, horizon);
    if (arrival >= end || end <= today) return;
    const key = digestOf(`${identity}\n${recurrence}`);
    const known = this.wanted.get(key);
    // Two events under one name at one time: what both have.
    const first = Math.min(arrival, known?.arrival ?? arrival);
    this.wanted.set(key, { key, uid, arrival: first, departure: Math.max(end, known?.departure ?? end) });
  }
}

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

const isSeries = (event: readonly Property[]): boolean =>
  event.some(({ name }) => name === "RRULE" || name === "RDATE");

/** Whether an event blocks nights: it is not canceled, and whoever has it is not free meanwhile. */
const blocks = (event: readonly Property[]): boolean =>
  propertyValue(event, "STATUS")?.toUpperCase() !== "CANCELLED" &&
  propertyValue(event, "STATUS")?.toUpperCase() !== "CANCELED" &&
  propertyValue(event, "TRANSP")?.toUpperCase() !== "TRANSPARENT";

/**
 * Of several versions of an event (SEQUENCE) the newest one. Events that share a UID and a version are several: some producers give all
 * of theirs one UID.
 */
function newest(masters: readonly (readonly Property[])[]): readonly (readonly Property[])[] {
  const versions = masters.map((event) => Number.parseInt(propertyValue(event, "SEQUENCE") ?? "0", 10) || 0);
  const last = versions.reduce((highest, version) => Math.max(highest, version), 0);
  return masters.filter((_, index) => versions[index] === last);
}
