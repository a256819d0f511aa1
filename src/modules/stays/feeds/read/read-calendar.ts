import { createHash } from "node:crypto";
import { formatDay } from "../../../../core/day.ts";
import { FeedError, maxEvents } from "../feed-error.ts";
import type { CalendarEvent } from "./calendar-event.ts";
import { type Property, plainText, propertyValue, propertyValues, splitCalendar } from "./calendar-text.ts";
import { CalendarZones } from "./calendar-zones.ts";
import { EventReader, type LastingChange, type Occurrence, type ReadingFrame, readable } from "./read-event.ts";

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
  /** Keys of events that the feed's choices leave out. */
  readonly ignored: readonly string[];
}

/** Maximum characters of a UID to show. */
const maxUidLength = 200;

/**
 * Reads a calendar (RFC 5545) into blocked nights. Canceled and transparent events block none.
 * @throws FeedError if the calendar is incomplete or too large
 */
export function readCalendar(text: string, frame: ReadingFrame): ReadCalendar {
  const { events, broken, zones } = splitCalendar(text);
  if (events.length > maxEvents) throw new FeedError(`The calendar has more than ${maxEvents} events.`);
  const reading = new Reading(new EventReader(new CalendarZones(zones, frame.timeZone), frame), frame);
  for (const group of Map.groupBy(events, identityOf).values()) reading.take(group);
  for (const event of broken) reading.unread.push({ uid: shownUid(event), reason: "its end (END:VEVENT) is missing" });
  return { events: [...reading.events.values()], unread: reading.unread, ignored: [...reading.ignored] };
}

/** Returns the UID, else the event's content. Only its digest is stored. */
const identityOf = (event: readonly Property[]): string => {
  const uid = propertyValue(event, "UID");
  if (uid) return uid;
  const content = ["DTSTART", "DTEND", "DURATION", "RRULE", "SUMMARY"].map((name) => propertyValue(event, name) ?? "");
  return `without a UID\n${content.join("\n")}`;
};

/** The UID without NUL and halves of characters, which the database cannot hold. */
const shownUid = (event: readonly Property[]): string =>
  propertyValue(event, "UID")?.replaceAll("\0", "").slice(0, maxUidLength).toWellFormed() || "an event without a UID";

class Reading {
  readonly events = new Map<string, CalendarEvent>();
  readonly unread: UnreadEvent[] = [];
  readonly ignored = new Set<string>();
  readonly #reader: EventReader;
  readonly #frame: ReadingFrame;
  readonly #ignoredTexts: readonly string[];
  /** All occurrences, including past ones. */
  #count = 0;

  constructor(reader: EventReader, frame: ReadingFrame) {
    this.#reader = reader;
    this.#frame = frame;
    this.#ignoredTexts = frame.ignoredSummaries.map((text) => text.toLowerCase());
  }

  /** Reads the events of one UID: one event, a series with its changes, or several that share the UID by mistake. */
  take(group: readonly (readonly Property[])[]): void {
    const [first] = group;
    if (!first) return;
    this.#takeGroup(identityOf(first), shownUid(first), group);
    if (this.#count > maxEvents) throw new FeedError(`The calendar has more than ${maxEvents} events.`);
  }

  #takeGroup(identity: string, uid: string, group: readonly (readonly Property[])[]): void {
    const isChange = (event: readonly Property[]): boolean => propertyValue(event, "RECURRENCE-ID") !== undefined;
    const masters = newest(group.filter((event) => !isChange(event)));
    const named = group.filter(isChange).flatMap((event) => {
      const recurrence = this.#attempt(uid, () => this.#reader.replaced(event, masters[0]));
      return recurrence === undefined ? [] : [{ event, recurrence }];
    });
    const changes = Map.groupBy(named, ({ recurrence }) => recurrence);
    const { unread, lasting } = this.#takeChanges(identity, uid, changes, masters[0]);
    for (const event of masters.filter((master) => [master, ...lasting.map((change) => change.event)].some(blocks))) {
      // A single event is identified by its UID alone, so that it keeps its identity when it moves.
      const repeats = isSeries(event) || masters.length > 1;
      for (const occurrence of this.#occurrences(uid, event, lasting).filter((one) => blocks(one.event))) {
        const change = [occurrence.recurrence, formatDay(occurrence.day)].find((name) => changes.has(name));
        if (change !== undefined && !unread.has(change)) continue;
        // Beside an unreadable change, whose earlier version stays under its own key, the series' nights stay closed.
        const key = change !== undefined ? `${change} as in the series` : repeats ? occurrence.recurrence : "";
        this.#add(identity, uid, key, occurrence);
      }
    }
  }

  /** Reads the changed occurrences of a series. @returns the unreadable ones, and those whose later ones change with them */
  #takeChanges(
    identity: string,
    uid: string,
    changes: ReadonlyMap<string, readonly { readonly event: readonly Property[] }[]>,
    master: readonly Property[] | undefined,
  ): { readonly unread: ReadonlySet<string>; readonly lasting: readonly LastingChange[] } {
    const unread = new Set<string>();
    const lasting: LastingChange[] = [];
    for (const [recurrence, versions] of changes)
      for (const event of newest(versions.map((version) => version.event))) {
        if (blocks(event) && !this.#takeChange(identity, uid, recurrence, event)) unread.add(recurrence);
        else lasting.push(...(this.#attempt(uid, () => this.#reader.lastingChanges(event, master)) ?? []));
      }
    return { unread, lasting: lasting.toSorted((one, other) => one.from - other.from) };
  }

  /** Reads a changed occurrence of a series. @returns false if it cannot be read */
  #takeChange(identity: string, uid: string, recurrence: string, event: readonly Property[]): boolean {
    const single = event.filter(({ name }) => name !== "RRULE" && name !== "RDATE" && name !== "EXDATE");
    const occurrences = this.#occurrences(uid, single, []);
    for (const occurrence of occurrences) this.#add(identity, uid, recurrence, occurrence);
    return occurrences.length > 0;
  }

  /** Returns an event's occurrences; none if its own time cannot be read. */
  #occurrences(uid: string, event: readonly Property[], lasting: readonly LastingChange[]): readonly Occurrence[] {
    const report = (error: FeedError): void => this.#report(uid, error);
    return this.#attempt(uid, () => this.#reader.occurrences(event, lasting, report)) ?? [];
  }

  /** Reads a part of an event. One that cannot be read costs no other. */
  #attempt<T>(uid: string, read: () => T): T | undefined {
    return readable(read, (error) => this.#report(uid, error));
  }

  #report(uid: string, { message: reason }: FeedError): void {
    this.unread.push({ uid, reason });
  }

  #ignores(event: readonly Property[]): boolean {
    const summary = plainText(propertyValue(event, "SUMMARY") ?? "").toLowerCase();
    return this.#ignoredTexts.some((text) => summary.includes(text));
  }

  #add(identity: string, uid: string, recurrence: string, { event, arrival, departure }: Occurrence): void {
    this.#count++;
    const { today, horizon } = this.#frame;
    const end = Math.min(departure, horizon);
    if (arrival >= end || end <= today) return;
    const key = digestOf(`${identity}\n${recurrence}`);
    if (this.#ignores(event)) {
      this.ignored.add(key);
      return;
    }
    const earlier = this.events.get(key);
    // Merge two events with the same identity.
    const first = Math.min(arrival, earlier?.arrival ?? arrival);
    this.events.set(key, { key, uid, arrival: first, departure: Math.max(end, earlier?.departure ?? end) });
  }
}

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

const isSeries = (event: readonly Property[]): boolean =>
  event.some(({ name }) => name === "RRULE" || name === "RDATE");

/**
 * Whether an event blocks nights: it is neither canceled nor transparent. Raw lines of a text may look like its properties; nights are only
 * open if all agree.
 */
const blocks = (event: readonly Property[]): boolean =>
  !isAlways(event, "STATUS", ["CANCELLED", "CANCELED"]) && !isAlways(event, "TRANSP", ["TRANSPARENT"]);

function isAlways(event: readonly Property[], name: string, words: readonly string[]): boolean {
  const values = propertyValues(event, name);
  return values.length > 0 && values.every((value) => words.includes(value.toUpperCase()));
}

/**
 * Returns the events with the highest SEQUENCE. Several may share it, because some producers give all events one UID.
 */
function newest(masters: readonly (readonly Property[])[]): readonly (readonly Property[])[] {
  const versions = masters.map((event) => Number.parseInt(propertyValue(event, "SEQUENCE") ?? "0", 10) || 0);
  const last = versions.reduce((highest, version) => Math.max(highest, version), 0);
  return masters.filter((_, index) => versions[index] === last);
}
