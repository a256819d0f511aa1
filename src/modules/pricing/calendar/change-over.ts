import { changeOverMap } from "../../../core/calendar/change-over-map.ts";
import { type ClosedDays, closedDays, closingKinds, withClosings } from "../../../core/calendar/closed-days.ts";
import { Attribute, date, id, time } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { epochDay, numberIn, rowsIn } from "../../../kernel/values/built-json.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import { isLive } from "../../property/occupancy/held-nights.ts";
import { isStay } from "../../property/occupancy/preparation.ts";
import { overridesIn, overridesSource } from "../rates/override-source.ts";
import { rulesIn, rulesSource } from "../rates/tables/table-rules.ts";
import { firstOfMonth } from "./days.ts";
import { type MapSource, mapValue } from "./map-value.ts";

/** SQL: the preparation nights before and after a booking. */
const prepared = `case when ${isStay} then change_overs.preparation_days else 0 end`;
const arrival = `lower(bookings.nights) - ${prepared}`;
const departure = `upper(bookings.nights) + ${prepared}`;

/** The night before the map's first day: whether it is free matters for that day. */
const first = `(${firstOfMonth} - 1)`;

/**
 * SQL: the map's source. Of earlier bookings, only the last one counts, because it may leave a gap; it may be years old.
 */
const source = `json_build_object(
  'from', ${epochDay(firstOfMonth)}, 'today', ${epochDay("(now() at time zone 'UTC')::date")},
  'bookings', (
    select json_build_object(
      'taken', json_agg(json_build_array(${epochDay(`(${arrival})`)}, ${epochDay(`(${departure})`)})) filter (where ${departure} > ${first}),
      'before', ${epochDay(`max(${departure}) filter (where ${departure} <= ${first})`)}
    )
    from bookings
    where bookings.account_id = change_overs.account_id and bookings.account_id = :account_of(change_overs) and bookings.rental_id = change_overs.id and ${isLive}
  ),
  'rules', ${rulesSource("change_overs", closingKinds)}::text, 'overrides', ${overridesSource("change_overs", firstOfMonth)}
)`;

/** Rates tables: enough for a page or two. */
const cacheSize = 50;

const cache = new Map<string, ClosedDays>();

/**
 * The days that rules close. Rentals on a page share rates tables, so results are cached: they depend only on the arguments.
 */
function closedBy(rules: string, from: number, today: number): ClosedDays {
  const key = `${from} ${today} ${rules}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const closed = closedDays(rulesIn(JSON.parse(rules)), from, today);
  if (cache.size >= cacheSize) cache.clear();
  cache.set(key, closed);
  return closed;
}

function draw(from: MapSource): string {
  const { taken: rows, before } = isObject(from.bookings) ? from.bookings : {};
  const taken = rowsIn(rows).map(([arrival, departure]) => ({
    arrival: numberIn(arrival),
    departure: numberIn(departure),
  }));
  if (typeof before === "number") taken.push({ arrival: before - 1, departure: before });
  const byRules = closedBy(
    typeof from.rules === "string" ? from.rules : "[]",
    numberIn(from.from),
    numberIn(from.today),
  );
  return changeOverMap(taken, withClosings(byRules, overridesIn(from.overrides)));
}

/**
 * The days on which guests can arrive and depart, under the rental's id (bookings.md, Maps).
 *
 * Not specified: rules close days even though they do not apply to mid-term stays (pricing.md §7), because the map serves short stays.
 */
export const changeOver = defineResource("change_overs", {
  singular: "change_over",
  description:
    "The days on which guests can arrive and depart: a text with one character per day, for 1096 days from the first of the month.",
  readScopes: ["public"],
  recorded: false,
  attributes: {
    id: id().description("The rental's id."),
    map: new Attribute(mapValue(draw))
      .from(source)
      .present()
      .description("One character per day: X neither, C check-in and check-out, O check-out only, I check-in only."),
    start_date: date().from(firstOfMonth).present().description("The first day of the map."),
    updated_at: time()
      .readOnly()
      .present()
      .description("When the rental's bookings, rules, rate overrides or preparation_days last changed (UTC)."),
  },
  relations: { account: owner(), rental: one("rentals").present().description("The rental.") },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
