import ical from "node-ical";
import { isTimeZone } from "../../../../core/time-zone.ts";
import type { Property } from "./calendar-text.ts";

/** Offsets that the library reads directly: `+01:00`, `GMT+0100`. */
const offset = /^(GMT|UTC)?[+-]\d{2}:?\d{2}$/;

/**
 * Resolves a calendar's time zone names: IANA names, Windows names, names with a path prefix, and names defined by a VTIMEZONE.
 * Unknown names, like missing ones, mean the rental's zone.
 */
export class CalendarZones {
  readonly #defined: ReadonlyMap<string, string>;
  readonly #own: string;
  readonly #cache = new Map<string, string>();

  /** @param own the rental's time zone (IANA) */
  constructor(defined: ReadonlyMap<string, string>, own: string) {
    this.#defined = defined;
    this.#own = own;
  }

  /** Returns a property line whose local times have a zone that the library knows. */
  resolved(property: Property): string {
    const { name, parameters, value } = property;
    const others = parameters.filter((parameter) => !/^TZID=/i.test(parameter));
    const isLocal = /T\d{6}(?!\d|Z)/i.test(value);
    const zone = isLocal ? [`TZID=${this.#zoneOf(parameters)}`] : [];
    return `${[name, ...others, ...zone].join(";")}:${value}`;
  }

  #zoneOf(parameters: readonly string[]): string {
    const name = parameters
      .find((parameter) => /^TZID=/i.test(parameter))
      ?.slice("TZID=".length)
      .replaceAll('"', "");
    if (!name) return this.#own;
    const zone = this.#cache.get(name) ?? this.#find(name);
    this.#cache.set(name, zone);
    return zone;
  }

  #find(name: string): string {
    if (isTimeZone(name) || offset.test(name)) return name;
    const [suffix] = /[A-Z][A-Za-z_]+\/[A-Za-z_+\-/0-9]+$/.exec(name) ?? [];
    if (suffix !== undefined && isTimeZone(suffix)) return suffix;
    const defined = this.#defined.get(name);
    return zoneOfStart(`;TZID=${name}`) ?? (defined && zoneOfStart("", defined)) ?? this.#own;
  }
}

/** Asks the library for a zone's IANA name; undefined if it knows none. */
function zoneOfStart(parameter: string, zone = ""): string | undefined {
  const lines = ["BEGIN:VCALENDAR", ...(zone ? [zone] : []), "BEGIN:VEVENT", "UID:zone"];
  const text = [...lines, `DTSTART${parameter}:20270104T150000`, "END:VEVENT", "END:VCALENDAR"].join("\r\n");
  const event = ical.sync.parseICS(text).zone;
  // For an unreadable date the library returns a value that contradicts its types.
  const found = event?.type === "VEVENT" && event.start instanceof Date ? event.start.tz : undefined;
  return found !== undefined && isTimeZone(found) ? found : undefined;
}
