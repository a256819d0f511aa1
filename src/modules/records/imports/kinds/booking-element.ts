import { formatDay, parseDay } from "../../../../core/day.ts";
import { instantIn } from "../../../../core/time-zone.ts";
import type { ResourceRegistry } from "../../../../kernel/registry.ts";
import { attributeOf, jsonOf } from "../cell.ts";
import { ownColumns } from "../columns.ts";
import type { Mapping } from "../mapping.ts";
import { type StatusName, statusNames } from "../reading/status-word.ts";

/** A file's booking states and their attributes (bookings.md, States). */
const statuses: Readonly<Record<StatusName, Readonly<Record<string, unknown>>>> = {
  booked: { booked: true },
  tentative: {},
  unavailable: { unavailable: true },
  canceled: { booked: true },
};

/**
 * A booking's body, without the ids of its rental, client and source.
 * @param clock of the rental: a time without an offset is on it
 * @param wasCanceled whether the stored booking is canceled: it keeps its time, or its line reinstates it
 */
export function bookingElement(
  registry: ResourceRegistry,
  values: Readonly<Record<string, unknown>>,
  { mapping, clock, wasCanceled }: { mapping: Mapping; clock: RentalClock; wasCanceled: boolean },
): Record<string, unknown> {
  const element: Record<string, unknown> = { imported: true };
  for (const [column, value] of Object.entries(values)) {
    const attribute = attributeOf(registry.get("bookings"), column);
    const isOwn = column !== "external_reference" && ownColumns.bookings.includes(column);
    if (!attribute || isOwn || column === "created_at") continue;
    const isInstant = attribute.type.title === "Time" && column !== "start_at" && column !== "end_at";
    element[column] = isInstant ? instantOf(value, clock) : jsonOf(value, attribute);
  }
  if (values.last_night !== undefined) element.end_at = dayAfter(values.last_night);
  const stay = [dayAlone(element.start_at), dayAlone(element.end_at)];
  if (stay.every((day) => day !== undefined)) [element.start_at, element.end_at] = stay;
  const status = statusOf(values);
  if (status === undefined) return element;
  // A constant expiry is for the tentative lines alone.
  if (status !== "tentative" && values.tentative_expires_at === mapping.constants?.tentative_expires_at)
    delete element.tentative_expires_at;
  if (status !== "canceled") return { ...element, ...statuses[status], ...(wasCanceled ? { canceled_at: null } : {}) };
  if (wasCanceled && element.canceled_at === undefined) return element;
  return { canceled_at: new Date(clock.now).toISOString(), ...element, ...statuses[status] };
}

/** A line's state; undefined if it has none or an unknown one. */
export function statusOf(values: Readonly<Record<string, unknown>>): StatusName | undefined {
  return statusNames.find((name) => name === String(values.status ?? "").toLowerCase());
}

/** Whether a line ends its booking. */
export const isCanceled = (values: Readonly<Record<string, unknown>>): boolean =>
  statusOf(values) === "canceled" || values.canceled_at !== undefined;

/** The clock that a time without an offset is on. */
export interface RentalClock {
  readonly timeZone: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A read time as an instant; a day alone as its first moment that has the same date in UTC. Other values stay as they are. */
export function instantOf(value: unknown, { timeZone, now }: RentalClock): unknown {
  if (typeof value !== "string") return value;
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.test(value))
    return new Date(instantIn(timeZone, Date.parse(`${value}Z`))).toISOString();
  const day = parseDay(value);
  if (day === undefined) return value;
  const midnight = Date.parse(`${value}T00:00:00Z`);
  const begun = instantIn(timeZone, midnight);
  const shared = Math.max(midnight, begun);
  // A day that has begun at the rental is not in the future.
  return new Date(shared > now && begun <= now ? now : shared).toISOString();
}

/** A day, also as a midnight: nobody arrives and leaves at midnight. Undefined for any other value. */
export const dayAlone = (value: unknown): string | undefined =>
  /^(\d{4}-\d{2}-\d{2})(?:T00:00:00|$)/.exec(typeof value === "string" ? value : "")?.[1];

/** The departure after a last night. A value that is no date stays as it is. */
function dayAfter(lastNight: unknown): unknown {
  const day = parseDay(String(lastNight));
  return day === undefined ? lastNight : formatDay(day + 1);
}
