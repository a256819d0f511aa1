import ical from "node-ical";
import { isTimeZone } from "../../../../core/time-zone.ts";
import type { Property } from "./calendar-text.ts";

/** Offsets that the library reads as they stand: `+01:00`, `GMT+0100`. */
const offset = /^(GMT|UTC)?[+-]\d{2}:?\d{2}$/;

/**
 * What the names of time zones in a calendar stand for. Producers write IANA names, names of Windows, names with a path before them, and
 * names of their own, which their VTIMEZONE explains. What nobody knows is taken for the rental's own zone, as times without any zone are.
 */
export class CalendarZones {
  readonly #defined: ReadonlyMap<string, string>;
  readonly #own: string;
  readonly #known = new Map<string, string>();

  /** @param own the rental's time zone (IANA) */
  constructor(defined: ReadonlyMap<string, string>, own: string) {
    this.#defined = defined;
    this.#own = own;
  }

  /** A property of times with a zone that the library knows; one of days or of UTC as it stands. */
  resolved(property: Property): string {
    const { name, parameters, value } = property;
    const others = parameters.filter((parameter) => !/^TZID=/i.test(parameter));
    const isLocal = /T\d{6}(?!\d|Z)/i.test(value);
    const zone = isLocal ? [`TZID=${this.#zoneOf(parameters)}`] : [];
    return `${[name, ...others, ...zone].join(";")}:${value}`;
  }

  #zoneOf(parameters: readonly string[]): string {
    const given = parameters
      .find((parameter) => /^TZID=/i.test(parameter))
      ?.slice("TZID=".length)
      .replaceAll('"', "");
    if (!given) return this.#own;
    const zone = this.#known.get(given) ?? this.#find(given);
    this.#known.set(given, zone);
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

/** What the library makes of a zone: its IANA name; undefined where it knows none. */
function zoneOfStart(parameter: string, zone = ""): string | undefined {
  const lines = ["BEGIN:VCALENDAR", ...(zone ? [zone] : []), "BEGIN:VEVENT", "UID:zone"];
  const text = [...lines, `DTSTART${parameter}:20270104T150000`, "END:VEVENT", "END:VCALENDAR"].join("\r\n");
  const event = ical.sync.parseICS(text).zone;
  // Of a date that it cannot read, the library makes something else than its types say.
  const found = event?.type === "VEVENT" && event.start instanceof Date ? event.start.tz : undefined;
  return found !== undefined && isTimeZone(found) ? found : undefined;
}
