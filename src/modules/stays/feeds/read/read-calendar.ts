import { createHash } from "node:crypto";
import { formatDay } from "../../../../core/day.ts";
import { FeedError, maxEvents } from "../feed-error.ts";
import type { CalendarEvent } from "./calendar-event.ts";
import { type Property, propertyValue, splitCalendar } from "./calendar-text.ts";
import { CalendarZones } from "./calendar-zones.ts";
import { type Occurrence, occurrencesOf, type ReadingFrame, recurrenceOf } from "./read-event.ts";

/** An unreadable event. Its stored version stays, and the feed reports it. */
export interface UnreadEvent {
  readonly uid: string;
  readonly reason: string;
}

/** A calendar's events. */
export interface ReadCalendar {
  /** Events that block nights from today on. */
  readonly events: readonly CalendarEvent[];
  readonly unread: readonly UnreadEvent[];
}

/** Maximum characters of a UID to show. */
const maxUidLength = 200;

/**
 * Reads a calendar (RFC 5545) into blocked nights. Canceled and transparent events block none.
 * @throws FeedError if the calendar is incomplete or too large
 */
export function readCalendar(text: string, frame: ReadingFrame): ReadCalendar {
  const { events, zones } = splitCalendar(text);
  if (events.length > maxEvents) throw new FeedError(`The calendar has more than ${maxEvents} events.`);
  const reading = new Reading(new CalendarZones(zones, frame.timeZone), frame);
  for (const group of Map.groupBy(events, identityOf).values()) reading.take(group);
  return { events: [...reading.events.values()], unread: reading.unread };
}

/** Returns the UID, else the event's content. Only its digest is stored. */
const identityOf = (event: readonly Property[]): string => {
  const uid = propertyValue(event, "UID");
  if (uid) return uid;
  const content = ["DTSTART", "DTEND", "DURATION", "RRULE", "SUMMARY"].map((name) => propertyValue(event, name) ?? "");
  return `without a UID\n${content.join("\n")}`;
};

class Reading {
  readonly events = new Map<string, CalendarEvent>();
  readonly unread: UnreadEvent[] = [];
  readonly #zones: CalendarZones;
  readonly #frame: ReadingFrame;
  /** All occurrences, including past ones. */
  #count = 0;

  constructor(zones: CalendarZones, frame: ReadingFrame) {
    this.#zones = zones;
    this.#frame = frame;
  }

  /** Reads the events of one UID: one event, a series with its changes, or several that share the UID by mistake. */
  take(group: readonly (readonly Property[])[]): void {
    const [first] = group;
    if (!first) return;
    const identity = identityOf(first);
    const uid = propertyValue(first, "UID")?.slice(0, maxUidLength) || "an event without a UID";
    try {
      this.#takeGroup(identity, uid, group);
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
      this.unread.push({ uid, reason: error.message });
    }
    if (this.#count > maxEvents) throw new FeedError(`The calendar has more than ${maxEvents} events.`);
  }

  #takeGroup(identity: string, uid: string, group: readonly (readonly Property[])[]): void {
    const changes = group.filter((event) => propertyValue(event, "RECURRENCE-ID") !== undefined);
    const masters = newest(group.filter((event) => !changes.includes(event)));
    const replaced = changes.map((event) => recurrenceOf(event, this.#zones, this.#frame.timeZone));
    const isReplaced = ({ recurrence, day }: Occurrence): boolean =>
      replaced.some((change) => change?.recurrence === recurrence || change?.recurrence === formatDay(day));
    for (const event of masters.filter(blocks)) {
      const occurrences = occurrencesOf(event, this.#zones, this.#frame);
      // A single event is identified by its UID alone, so that it keeps its identity when it moves.
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
    const earlier = this.events.get(key);
    // Merge two events with the same identity.
    const first = Math.min(arrival, earlier?.arrival ?? arrival);
    this.events.set(key, { key, uid, arrival: first, departure: Math.max(end, earlier?.departure ?? end) });
  }
}

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

const isSeries = (event: readonly Property[]): boolean =>
  event.some(({ name }) => name === "RRULE" || name === "RDATE");

/** Whether an event blocks nights: it is neither canceled nor transparent. */
const blocks = (event: readonly Property[]): boolean =>
  propertyValue(event, "STATUS")?.toUpperCase() !== "CANCELLED" &&
  propertyValue(event, "STATUS")?.toUpperCase() !== "CANCELED" &&
  propertyValue(event, "TRANSP")?.toUpperCase() !== "TRANSPARENT";

/**
 * Returns the events with the highest SEQUENCE. Several may share it, because some producers give all events one UID.
 */
function newest(masters: readonly (readonly Property[])[]): readonly (readonly Property[])[] {
  const versions = masters.map((event) => Number.parseInt(propertyValue(event, "SEQUENCE") ?? "0", 10) || 0);
  const last = versions.reduce((highest, version) => Math.max(highest, version), 0);
  return masters.filter((_, index) => versions[index] === last);
}
