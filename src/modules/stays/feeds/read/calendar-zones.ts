import { findIana } from "windows-iana";
import { instantIn, isTimeZone } from "../../../../core/time-zone.ts";
import { type Property, zoneName } from "./calendar-text.ts";
import type { Clock } from "./clock.ts";
import { definedClock } from "./defined-clock.ts";

const offset = /^(?:GMT|UTC)?([+-])(\d{2}):?(\d{2})$/;

/**
 * Resolves a calendar's time zone names: the file's own definitions first (RFC 5545, 3.2.19), then IANA names, names with a path prefix,
 * offsets and Windows names. Unknown names, like missing ones, mean the rental's zone.
 */
export class CalendarZones {
  readonly #defined: ReadonlyMap<string, string>;
  readonly #cache = new Map<string, Clock>();
  /** The rental's clock. */
  readonly own: Clock;

  /** @param defined each VTIMEZONE's text by TZID @param own the rental's time zone (IANA) */
  constructor(defined: ReadonlyMap<string, string>, own: string) {
    this.#defined = defined;
    this.own = clockIn(own);
  }

  clock(name: string): Clock {
    const clock = this.#cache.get(name) ?? this.#find(name);
    this.#cache.set(name, clock);
    return clock;
  }

  #find(name: string): Clock {
    const defined = this.#defined.get(name);
    const clock = defined === undefined ? undefined : definedClock(defined);
    return clock ?? namedClock(name) ?? this.own;
  }
}

const clockIn =
  (zone: string): Clock =>
  (reading) =>
    instantIn(zone, reading);

/** Maximum characters of a time zone's name: a long text must not cost the time of the other events. */
const maxNameLength = 200;

function namedClock(name: string): Clock | undefined {
  if (name.length > maxNameLength) return undefined;
  if (isTimeZone(name)) return clockIn(name);
  const [, sign, hours, minutes] = offset.exec(name) ?? [];
  if (sign) {
    const offsetMs = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === "-" ? -1 : 1);
    return (reading) => reading - offsetMs;
  }
  // A prefix may look like a name's first part, too: /example.com/Tzfile/Europe/Berlin.
  const suffixes = [...name.matchAll(/(?=([A-Z][A-Za-z_]+\/[A-Za-z_+\-/0-9]+)$)/g)].flatMap(([, one]) => one ?? []);
  const suffix = suffixes.find(isTimeZone);
  if (suffix !== undefined) return clockIn(suffix);
  const [windows] = findIana(name);
  return windows === undefined ? undefined : clockIn(windows);
}

/** The clock that a property's TZID names; `otherwise` without one. */
export function clockOf({ parameters }: Property, zones: CalendarZones, otherwise: Clock): Clock {
  const name = parameters.find((parameter) => /^TZID=/i.test(parameter))?.slice("TZID=".length);
  return name ? zones.clock(zoneName(name)) : otherwise;
}
