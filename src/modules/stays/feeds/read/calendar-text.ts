import { FeedError } from "../feed-error.ts";

/** A line of a calendar, unfolded: `DTSTART;TZID=Europe/Paris:20270104T150000`. */
export interface Property {
  /** In upper case. */
  readonly name: string;
  /** Each as it stands, such as `TZID=Europe/Paris`. */
  readonly parameters: readonly string[];
  readonly value: string;
}

/** What an import looks at in a calendar. */
export interface CalendarText {
  /** The properties of each VEVENT, without those of its alarms. */
  readonly events: readonly (readonly Property[])[];
  /** The lines of each VTIMEZONE by its TZID. */
  readonly zones: ReadonlyMap<string, string>;
}

/** The bytes of a calendar as text: UTF-8 as the standard has it, UTF-16 with its mark, and what is neither as Windows-1252. */
export function decodeCalendar(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return new TextDecoder("windows-1252").decode(bytes);
    throw error;
  }
}

/**
 * Takes a calendar apart into its events. It must be whole: what was cut off on its way would cancel bookings.
 * @throws FeedError when it is no calendar, or its components do not end as they began
 */
export function takeApart(text: string): CalendarText {
  const lines = unfold(text);
  const [first = ""] = lines;
  if (first === "") throw new FeedError("The calendar is empty.");
  if (first.toUpperCase() !== "BEGIN:VCALENDAR")
    throw new FeedError("It is no calendar: it does not begin with BEGIN:VCALENDAR.");
  return new Parts().read(lines);
}

/** Lines without the breaks inside of them (RFC 5545, 3.1), whatever ends a line; none is empty. */
function unfold(text: string): string[] {
  return text
    .replace(/^\uFEFF/, "")
    .replaceAll(/(\r\n|\n|\r)[ \t]/g, "")
    .split(/[\r\n]+/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
}

class Parts {
  readonly #events: Property[][] = [];
  readonly #zones = new Map<string, string>();
  readonly #open: string[] = [];
  #event: Property[] = [];
  #zone: string[] = [];
  #hasFreeBusy = false;

  read(lines: readonly string[]): CalendarText {
    for (const line of lines) this.#take(line);
    if (this.#open.length > 0) throw new FeedError(`The calendar is cut off: END:${this.#open[0]} is missing.`);
    if (this.#hasFreeBusy && this.#events.length === 0)
      throw new FeedError("The calendar has no events, but free and busy times (VFREEBUSY), which are not taken.");
    return { events: this.#events, zones: this.#zones };
  }

  #take(line: string): void {
    const [, verb, component] = /^(BEGIN|END):\s*([A-Z0-9-]+)$/i.exec(line) ?? [];
    if (this.#open.includes("VTIMEZONE") || component?.toUpperCase() === "VTIMEZONE") this.#zone.push(line);
    if (verb && component) {
      if (verb.toUpperCase() === "BEGIN") this.#begin(component);
      else this.#end(component);
    } else if (this.#open.at(-1) === "VEVENT") {
      const property = propertyOf(line);
      if (property) this.#event.push(property);
    }
  }

  #begin(component: string): void {
    const name = component.toUpperCase();
    if (this.#open.length === 0 && name !== "VCALENDAR") throw new FeedError("Something follows the calendar.");
    if (name === "VEVENT") this.#event = [];
    if (name === "VFREEBUSY") this.#hasFreeBusy = true;
    this.#open.push(name);
  }

  #end(component: string): void {
    const name = component.toUpperCase();
    const open = this.#open.pop();
    if (open !== name) throw new FeedError(`The calendar is damaged: END:${name.slice(0, 40)} ends nothing.`);
    if (name === "VEVENT") this.#events.push(this.#event);
    if (name !== "VTIMEZONE") return;
    const id = this.#zone.map(propertyOf).find((property) => property?.name === "TZID")?.value;
    if (id !== undefined) this.#zones.set(id, this.#zone.join("\r\n"));
    this.#zone = [];
  }
}

/** A colon or semicolon inside of quotes separates nothing. */
function propertyOf(line: string): Property | undefined {
  const parts: string[] = [];
  let from = 0;
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at];
    if (character === '"') quoted = !quoted;
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

/** The value of the first property of a name. */
export function propertyValue(event: readonly Property[], name: string): string | undefined {
  return event.find((property) => property.name === name)?.value;
}
