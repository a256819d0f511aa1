import { isUtf8 } from "node:buffer";
import { FeedError } from "../feed-error.ts";

/** An unfolded line of a calendar: `DTSTART;TZID=Europe/Paris:20270104T150000`. */
export interface Property {
  /** In upper case. */
  readonly name: string;
  /** Raw parameters such as `TZID=Europe/Paris`. */
  readonly parameters: readonly string[];
  readonly value: string;
}

/** The parts of a calendar that an import uses. */
export interface CalendarText {
  /** Each VEVENT's properties, without its alarms'. */
  readonly events: readonly (readonly Property[])[];
  /** VEVENTs without their end. */
  readonly broken: readonly (readonly Property[])[];
  /** Each VTIMEZONE's lines, by TZID. */
  readonly zones: ReadonlyMap<string, string>;
}

/** Decodes a calendar: UTF-16, even without a byte order mark, else UTF-8, else Windows-1252. */
export function decodeCalendar(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  if ((first === 0xff && second === 0xfe) || second === 0) return new TextDecoder("utf-16le").decode(bytes);
  if ((first === 0xfe && second === 0xff) || first === 0) return new TextDecoder("utf-16be").decode(bytes);
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  // A producer may fold lines within a character (RFC 5545, 3.1).
  const unfolded = Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll(fold, ""), "latin1");
  const hasMark = first === 0xef && second === 0xbb && third === 0xbf;
  return new TextDecoder(hasMark || isUtf8(unfolded) ? "utf-8" : "windows-1252").decode(unfolded);
}

/** A line's fold, with any line ending: some producers write CR CR LF. */
const fold = /(?:\r*\n|\r)[ \t]/g;

/**
 * Splits a calendar into events. It must be complete, because a truncated one would cancel bookings.
 * @throws FeedError if it is not a calendar, or has no end
 */
export function splitCalendar(text: string): CalendarText {
  const lines = unfold(text);
  const [first = ""] = lines;
  if (first === "") throw new FeedError("The calendar is empty.");
  if (first.toUpperCase() !== "BEGIN:VCALENDAR")
    throw new FeedError("The text is not a calendar: it does not begin with BEGIN:VCALENDAR.");
  return new Parts().read(lines);
}

/** Unfolds lines (RFC 5545, 3.1), with any line ending, and drops empty ones. Some sites' pages begin with blanks. */
function unfold(text: string): string[] {
  return text
    .trimStart()
    .replaceAll(fold, "")
    .split(/[\r\n]+/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
}

/** Components that an event may contain. Any other BEGIN there is text. */
const partsOfEvents: ReadonlySet<string> = new Set(["VALARM", "PARTICIPANT", "VLOCATION", "VRESOURCE"]);

class Parts {
  readonly #events: Property[][] = [];
  readonly #broken: Property[][] = [];
  readonly #zones = new Map<string, string>();
  readonly #open: string[] = [];
  #event: Property[] = [];
  #zone: string[] = [];
  #hasFreeBusy = false;

  read(lines: readonly string[]): CalendarText {
    for (const line of lines) this.#take(line);
    if (this.#open.length > 0) throw new FeedError(`The calendar is truncated: END:${this.#open[0]} is missing.`);
    if (this.#hasFreeBusy && this.#events.length === 0)
      throw new FeedError("The calendar only has free and busy times (VFREEBUSY), which cannot be imported.");
    return { events: this.#events, broken: this.#broken, zones: this.#zones };
  }

  #take(line: string): void {
    const [, verb = "", text = ""] = /^(BEGIN|END):\s*([A-Z0-9-]+)$/i.exec(line) ?? [];
    const component = text.toUpperCase();
    const isBegin = verb.toUpperCase() === "BEGIN";
    if (this.#open.includes("VTIMEZONE") || (isBegin && component === "VTIMEZONE")) this.#zone.push(line);
    if (verb !== "" && (isBegin ? this.#begins(component) : this.#ends(component))) return;
    const property = this.#open.at(-1) === "VEVENT" ? propertyOf(line) : undefined;
    if (property) this.#event.push(property);
  }

  /** @returns false for text that looks like a component */
  #begins(name: string): boolean {
    if (this.#open.length === 0 && name !== "VCALENDAR")
      throw new FeedError("Unexpected content after the end of the calendar.");
    const inEvent = this.#open.includes("VEVENT");
    if (inEvent && name === "VEVENT") this.#close("VEVENT", false);
    else if (inEvent && !partsOfEvents.has(name) && !name.startsWith("X-")) return false;
    if (name === "VEVENT") this.#event = [];
    if (name === "VFREEBUSY") this.#hasFreeBusy = true;
    this.#open.push(name);
    return true;
  }

  /** Ends a component, with those in it that have no end. @returns false for text that looks like an end */
  #ends(name: string): boolean {
    if (!this.#open.includes(name)) return false;
    if (name !== "VEVENT" && this.#open.slice(this.#open.lastIndexOf(name)).includes("VEVENT"))
      this.#close("VEVENT", false);
    this.#close(name, true);
    return true;
  }

  #close(name: string, isWhole: boolean): void {
    this.#open.splice(this.#open.lastIndexOf(name));
    if (name === "VEVENT") (isWhole ? this.#events : this.#broken).push(this.#event);
    if (name !== "VTIMEZONE") return;
    const id = this.#zone.map(propertyOf).find((property) => property?.name === "TZID")?.value;
    if (id !== undefined) this.#zones.set(zoneName(id), this.#zone.join("\r\n"));
    this.#zone = [];
  }
}

/** Parses a line. Colons and semicolons inside quotes do not separate, nor in brackets: `TZID=(UTC+01:00) Amsterdam`. */
export function propertyOf(line: string): Property | undefined {
  const parts: string[] = [];
  let from = 0;
  let quoted = false;
  const lastBracket = line.lastIndexOf(")");
  for (let at = 0; at < line.length; at++) {
    const character = line[at];
    if (character === '"') quoted = !quoted;
    if (character === "(" && !quoted && at < lastBracket) at = line.indexOf(")", at);
    if (quoted || (character !== ":" && character !== ";")) continue;
    parts.push(line.slice(from, at));
    from = at + 1;
    if (character === ":") {
      const [name = "", ...parameters] = parts;
      return { name: name.toUpperCase().trim(), parameters, value: line.slice(from).trim() };
    }
  }
  return undefined;
}

/** Returns a property's text without escapes (RFC 5545, 3.3.11). */
export const plainText = (value: string): string => value.replace(/\\n/gi, "\n").replace(/\\([\\;,])/g, "$1");

/** A time zone's name: quoted as a parameter, escaped as a VTIMEZONE's TZID. */
export const zoneName = (text: string): string => plainText(text.replaceAll('"', ""));

/** Returns all values of a property. */
export const propertyValues = (event: readonly Property[], name: string): readonly string[] =>
  event.filter((property) => property.name === name).map(({ value }) => value);

/** Returns the first value of a property. */
export function propertyValue(event: readonly Property[], name: string): string | undefined {
  return event.find((property) => property.name === name)?.value;
}
