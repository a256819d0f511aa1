import { changeOverMap } from "../../../core/calendar/change-over-map.ts";
import { type ClosedDays, closedDays, closingKinds } from "../../../core/calendar/closed-days.ts";
import { Attribute, date, id, time } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { epochDay, numberIn, rowsIn } from "../../../kernel/values/built-json.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import { isLive } from "../../property/occupancy/held-nights.ts";
import { isStay } from "../../property/occupancy/preparation.ts";
import { rulesIn, rulesSource } from "../rates/tables/table-rules.ts";
import { firstOfMonth } from "./days.ts";
import { type MapSource, mapValue } from "./map-value.ts";

/** SQL: how many nights before and after a booking are closed with it. */
const prepared = `case when ${isStay} then change_overs.preparation_days else 0 end`;
const arrival = `lower(bookings.nights) - ${prepared}`;
const departure = `upper(bookings.nights) + ${prepared}`;

/** The first night that the map looks at: on its first day it matters whether the night before was free. */
const first = `(${firstOfMonth} - 1)`;

/**
 * SQL: what the map is drawn from. Of the bookings that ended before, only the last counts, which may have left a gap; it may lie years
 * back.
 */
const source = `json_build_object(
  'from', ${epochDay(firstOfMonth)}, 'today', ${epochDay("(now() at time zone 'UTC')::date")},
  'bookings', (
    select json_build_object(
      'taken', json_agg(json_build_array(${epochDay(`(${arrival})`)}, ${epochDay(`(${departure})`)})) filter (where ${departure} > ${first}),
      'before', ${epochDay(`max(${departure}) filter (where ${departure} <= ${first})`)}
    )
    from bookings
    where bookings.account_id = change_overs.account_id and bookings.rental_id = change_overs.id and ${isLive}
  ),
  'rules', ${rulesSource("change_overs", closingKinds)}::text
)`;

/** How many rates tables' closed days are kept: those of a page or two. */
const mostKept = 50;

const kept = new Map<string, ClosedDays>();

/**
 * The days that rules close. Rentals share rates tables, and a page of them asks the same again and again: what a text of rules comes to
 * from one day on, seen from another, never changes.
 */
function closedBy(rules: string, from: number, today: number): ClosedDays {
  const key = `${from} ${today} ${rules}`;
  const known = kept.get(key);
  if (known) return known;
  const closed = closedDays(rulesIn(JSON.parse(rules)), from, today);
  if (kept.size >= mostKept) kept.clear();
  kept.set(key, closed);
  return closed;
}

function draw(from: MapSource): string {
  const { taken: rows, before } = isObject(from.bookings) ? from.bookings : {};
  const taken = rowsIn(rows).map(([arrival, departure]) => ({
    arrival: numberIn(arrival),
    departure: numberIn(departure),
  }));
  if (typeof before === "number") taken.push({ arrival: before - 1, departure: before });
  return changeOverMap(
    taken,
    closedBy(typeof from.rules === "string" ? from.rules : "[]", numberIn(from.from), numberIn(from.today)),
  );
}

/**
 * On which days guests can arrive in a rental and leave it, under the rental's own id (bookings.md, Maps).
 *
 * Silent in the specification: rules close days although stays of middle term would not be asked (pricing.md §7): the map is for those
 * who sell short stays.
 */
export const changeOver = defineResource("change_overs", {
  singular: "change_over",
  description:
    "On which of 1096 days guests can arrive in a rental and leave it: a text of one character a day, from the first of the month on.",
  readScopes: ["public"],
  recorded: false,
  attributes: {
    id: id().description("The id of the rental."),
    map: new Attribute(mapValue(draw))
      .from(source)
      .present()
      .description("One character a day: X neither, C check-in and check-out, O check-out only, I check-in only."),
    start_date: date().from(firstOfMonth).present().description("The first day of the map."),
    updated_at: time()
      .readOnly()
      .present()
      .description("When a booking or a rule of the rental, or its preparation_days, last changed (UTC)."),
  },
  relations: { account: owner(), rental: one("rentals").present().description("The rental.") },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
