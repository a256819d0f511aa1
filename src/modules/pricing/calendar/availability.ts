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
  "nightly_rate_maps.account_id = availabilities.account_id and nightly_rate_maps.id = availabilities.id";

/** SQL: what the map is drawn from, with the bookings before and after it that may close nights in it; without tentative nights also without what mirrors them, which ends with them. The nights' rates are looked up only for who asks for priced nights. */
const source = `json_build_object(
  'from', ${epochDay(start)}, 'include_tentative', coalesce(:include_tentative, true), 'boolean', coalesce(:boolean, false),
  'preparation', availabilities.preparation_days,
  'held', (
    select json_agg(json_build_array(${arrivalAndDeparture}, ${state})) from bookings
    where bookings.account_id = availabilities.account_id and bookings.rental_id = availabilities.id and ${isLive}
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

function heldNights([arrival, departure, status]: unknown[]): HeldNights {
  if (status !== "booked" && status !== "tentative" && status !== "unavailable") {
    throw new Error(`A booking held nights as ${String(status)}.`);
  }
  return { arrival: numberIn(arrival), departure: numberIn(departure), status };
}

/**
 * Which nights of a rental are free, under the rental's own id (bookings.md, Maps).
 *
 * Silent in the specification: with `priced_only` the map follows the nightly rates too, and then `updated_at` and `updated_since` do;
 * otherwise they are of the bookings alone. A new month begins another map, and so changes it. Of a rental whose rates are managed
 * externally, days outside of what was written have no rate, those of the current month that have passed among them.
 */
export const availability = defineResource("availabilities", {
  singular: "availability",
  description:
    "Which of 1096 nights of a rental are free: a text of one character a night, from the first of the month on.",
  readScopes: ["public"],
  recorded: false,
  derivedEvent: {
    type: "availability.changed",
    description: "Which nights of a rental are free has changed; changes.dates says from when to when.",
  },
  attributes: {
    id: id().description("The id of the rental."),
    map: new Attribute(mapValue(draw))
      .from(source)
      .present()
      .description(
        "One character a night: 0 free, 1 booked, 2 tentative, 3 unavailable or closed by the preparation_days of the rental.",
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
      .description("When a booking of the rental, or its preparation_days, last changed (UTC)."),
  },
  relations: { account: owner(), rental: one("rentals").present().description("The rental.") },
  deletion: { column: "deleted_at", singleRead: "hidden" },
  options: {
    from: option(mapStart, "The first night of the maps; the first of the current month (UTC) unless given."),
    include_tentative: option(booleanValue(), "false shows tentative nights as 0; true unless given."),
    boolean: option(booleanValue(), "true shows every night that is not free as 1; false unless given."),
    priced_only: option(booleanValue(), "true shows nights without a nightly rate as unavailable; false unless given."),
  },
});
