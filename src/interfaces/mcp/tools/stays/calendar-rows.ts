import { formatDay, parseDay } from "../../../../core/day.ts";
import { readPage } from "../../../../kernel/read/read.ts";
import { linkOf } from "../../../../kernel/read/view.ts";
import type { ReadScope } from "../../../../kernel/read/visible/read-scope.ts";
import { objectIn } from "../../../../kernel/values/built-json.ts";
import { isObject } from "../../../../kernel/values/structure.ts";
import { availability } from "../../../../modules/pricing/calendar/availability.ts";
import { changeOver } from "../../../../modules/pricing/calendar/change-over.ts";
import { nightlyRateMap } from "../../../../modules/pricing/rates/maps/nightly-rate-map.ts";
import { booking } from "../../../../modules/stays/bookings/booking.ts";
import { rentalDayStart } from "../../../../modules/stays/bookings/clock-parameter.ts";
import { recordsById, type Shown } from "../records/records.ts";
import { withRelated } from "../records/related.ts";

/** The nights of a rental in a range, both ends included. */
export type CalendarRows = (rental: number, first: number, last: number) => Shown[];

const states: Readonly<Record<string, string>> = { "0": "free", "1": "booked", "2": "tentative", "3": "unavailable" };

/** More bookings than a result can have nights. */
const maxBookings = 1000;

/**
 * Reads the API's maps of some rentals and the bookings in a window. @returns a function that combines them night by night;
 * nights beyond a map are null
 */
export async function readCalendarRows(
  scope: ReadScope,
  ids: readonly number[],
  window: { readonly first: number; readonly last: number },
): Promise<CalendarRows> {
  const from = formatDay(window.first);
  const read = (resource: typeof availability | typeof nightlyRateMap | typeof changeOver, fields: readonly string[]) =>
    recordsById(scope, resource, {
      ids,
      fields,
      ...(resource === availability ? { options: new Map([["from", from]]) } : {}),
    });
  const free = await read(availability, ["start_date", "map"]);
  const rates = await read(nightlyRateMap, ["start_date", "rates_map", "minimum_stays_map"]);
  const changes = await read(changeOver, ["start_date", "map"]);
  const bookingAt = await readBookings(scope, ids, window);
  return (rental, first, last) => {
    const [state, price] = [valuesIn(free.get(rental), "map"), valuesIn(rates.get(rental), "rates_map")];
    const stays = valuesIn(rates.get(rental), "minimum_stays_map");
    const change = valuesIn(changes.get(rental), "map");
    const rows: Shown[] = [];
    for (let night = first; night <= last; night++) {
      const day = change(night);
      const stay = bookingAt(rental, night);
      rows.push({
        night: formatDay(night),
        state: states[state(night) ?? ""] ?? null,
        price: priceOf(price(night)),
        minimum_stay: numberOf(stays(night)),
        // Most days allow both: only the others say so.
        ...(day === undefined || day === "C" || day === "I" ? {} : { arrival: false }),
        ...(day === undefined || day === "C" || day === "O" ? {} : { departure: false }),
        ...(stay === undefined
          ? {}
          : { booking: stay.reference, ...(stay.guest === null ? {} : { guest: stay.guest }) }),
      });
    }
    return rows;
  };
}

/** Looks up a night in a map, which is a comma list or one character per night. */
function valuesIn(record: Shown | undefined, name: string): (night: number) => string | undefined {
  const start = parseDay(String(record?.start_date));
  const text = record?.[name];
  if (start === undefined || typeof text !== "string") return () => undefined;
  const values = name === "map" ? text : text.split(",");
  return (night) => (night < start ? undefined : values[night - start]);
}

/** A rate of 0 means no rate. */
function priceOf(rate: string | undefined): string | null {
  return rate === undefined || Number(rate) === 0 ? null : rate;
}

function numberOf(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}

/** A live booking that holds a night. */
interface NightBooking {
  readonly reference: string;
  /** Null when the booking has no guest. */
  readonly guest: string | null;
}

/** Reads the live bookings of a window with their guests, as the API lists them. @returns a lookup by rental and night */
async function readBookings(
  scope: ReadScope,
  ids: readonly number[],
  { first, last }: { readonly first: number; readonly last: number },
): Promise<(rental: number, night: number) => NightBooking | undefined> {
  const { records } = await readPage(scope, booking, {
    fields: new Set(["start_at", "end_at", "reference", linkOf("rental"), linkOf("client")]),
    includes: {},
    searchNames: ["from", "until", "rental_id"],
    values: new Map<string, unknown>([
      ["from", rentalDayStart.toDatabase({ day: first })],
      ["until", rentalDayStart.toDatabase({ day: last + 1 })],
      ["rental_id", `{${ids.join()}}`],
      ["limit", maxBookings],
      ["offset", 0],
    ]),
  });
  const named = await withRelated(scope, booking, records.map(objectIn), new Map([["client", ["fullname"]]]));
  const stays = named.map(({ links, client, start_at: start, end_at: end, reference }) => ({
    rental: isObject(links) ? links.rental : undefined,
    guest: isObject(client) && typeof client.fullname === "string" ? client.fullname : null,
    arrival: String(start).slice(0, 10),
    departure: String(end).slice(0, 10),
    reference: String(reference),
  }));
  return (rental, night) => {
    const day = formatDay(night);
    return stays.find((stay) => stay.rental === rental && stay.arrival <= day && day < stay.departure);
  };
}
