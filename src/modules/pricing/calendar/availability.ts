import { availabilityMap, calendarDays, type HeldNights } from "../../../core/calendar/availability-map.ts";
import { Attribute, date, id, time } from "../../../kernel/attribute.ts";
import { option } from "../../../kernel/option.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { epochDay, numberIn, rowsIn } from "../../../kernel/values/built-json.ts";
import { booleanValue } from "../../../kernel/values/time.ts";
import { hasNightIn, isLive, state } from "../../property/occupancy/held-nights.ts";
import { maxPreparationDays } from "../../property/occupancy/preparation.ts";
import { nightlySource, ratesWithin } from "../rates/maps/map-source.ts";
import { arrivalAndDeparture, firstOfMonth, mapStart } from "./days.ts";
import { type MapSource, mapValue } from "./map-value.ts";

const start = `coalesce(:from, ${firstOfMonth})`;

const ofNightlyRates =
  "nightly_rate_maps.account_id = availabilities.account_id and nightly_rate_maps.account_id = :account_of(availabilities) and nightly_rate_maps.id = availabilities.id";

/**
 * SQL: the map's source, including bookings near its ends whose preparation may close nights in it. Without tentative nights, their
 * mirrors are left out too, because they expire together. Rates are read only for `priced_only`.
 */
const source = `json_build_object(
  'from', ${epochDay(start)}, 'include_tentative', coalesce(:include_tentative, true), 'boolean', coalesce(:boolean, false),
  'preparation', availabilities.preparation_days,
  'held', (
    select json_agg(json_build_array(${arrivalAndDeparture}, ${state}, bookings.needs_preparation)) from bookings
    where bookings.account_id = availabilities.account_id and bookings.account_id = :account_of(availabilities) and bookings.rental_id = availabilities.id and ${isLive}
      and ${hasNightIn(`${start} - ${maxPreparationDays}`, `${start} + ${calendarDays + maxPreparationDays}`)}
      and (coalesce(:include_tentative, true) or bookings.tentative_expires_at is null)
  ),
  'rates', case when :priced_only then (
    select ${nightlySource("rates_map")}::text from nightly_rate_maps where ${ofNightlyRates}
  ) end
)`;

function draw(from: MapSource): string {
  const first = numberIn(from.from);
  const rates =
    typeof from.rates === "string" ? ratesWithin(from.rates, { first, end: first + calendarDays }) : undefined;
  return availabilityMap(rowsIn(from.held).map(heldNights), {
    from: first,
    preparation: numberIn(from.preparation),
    includeTentative: from.include_tentative === true,
    boolean: from.boolean === true,
    ...(rates ? { isPriced: (night: number) => (rates[night - first] ?? 0) > 0 } : {}),
  });
}

function heldNights([arrival, departure, status, isPrepared]: unknown[]): HeldNights {
  if (status !== "booked" && status !== "tentative" && status !== "unavailable") {
    throw new Error(`A booking held nights as ${String(status)}.`);
  }
  return { arrival: numberIn(arrival), departure: numberIn(departure), status, isPrepared: isPrepared === true };
}

/**
 * The free nights of a rental, under the rental's id (bookings.md, Maps).
 *
 * Not specified: with `priced_only`, the nightly rates too move `updated_at` and `updated_since`; without it, only bookings do.
 * A new month starts another map, which counts as a change. With externally managed rates, days outside the written map have no rate,
 * including past days of the current month.
 */
export const availability = defineResource("availabilities", {
  singular: "availability",
  description:
    "The free nights of a rental: a text with one character per night, for 1096 nights from the first of the month.",
  readScopes: ["public"],
  recorded: false,
  derivedEvents: [
    {
      type: "availability.changed",
      description: "A rental's availability has changed; changes.dates holds the range of nights.",
    },
  ],
  attributes: {
    id: id().description("The rental's id."),
    map: new Attribute(mapValue(draw))
      .from(source)
      .present()
      .description(
        "One character per night: 0 free, 1 booked, 2 tentative, 3 unavailable or closed by the rental's preparation_days.",
      ),
    start_date: date().from(start).present().description("The first night of the map."),
    created_at: time().readOnly().present().description("When the rental was created (UTC)."),
    updated_at: time()
      .from(
        `greatest(availabilities.updated_at, case when :priced_only then (
        select nightly_rate_maps.updated_at from nightly_rate_maps where ${ofNightlyRates}
      ) end)`,
      )
      .present()
      .description("When the rental's bookings or preparation_days last changed (UTC)."),
  },
  relations: { account: owner(), rental: one("rentals").present().description("The rental.") },
  deletion: { column: "deleted_at", singleRead: "hidden" },
  options: {
    from: option(mapStart, "The first night of the maps. Defaults to the first of the current month (UTC)."),
    include_tentative: option(booleanValue(), "false shows tentative nights as 0. Defaults to true."),
    boolean: option(booleanValue(), "true shows every night that is not free as 1. Defaults to false."),
    priced_only: option(booleanValue(), "true shows nights without a nightly rate as unavailable. Defaults to false."),
  },
});
