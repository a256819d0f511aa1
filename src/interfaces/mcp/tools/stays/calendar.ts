import { addMonths, formatDay, parseDay } from "../../../../core/day.ts";
import { parameterOf } from "../../../../kernel/read/filter/filter.ts";
import { readPage } from "../../../../kernel/read/read.ts";
import { inSnapshot, type ReadScope } from "../../../../kernel/read/visible/read-scope.ts";
import { objectIn } from "../../../../kernel/values/built-json.ts";
import { rental } from "../../../../modules/property/rentals/rental.ts";
import { invalidParams } from "../../rpc/rpc-error.ts";
import type { Arguments } from "../arguments.ts";
import { cursorIn, cursorOf, cursorProperty } from "../cursor.ts";
import { fitting } from "../fit.ts";
import { answerOf } from "../output-schema.ts";
import { dayIn, rentalsIn } from "../plain-arguments.ts";
import { needRentals, readContextOf, type Shown } from "../records/records.ts";
import { todayIn } from "../records/today.ts";
import type { Tool } from "../tool.ts";
import { readCalendarRows } from "./calendar-rows.ts";

/** Nights of one result, over all rentals: about two thousand tokens. */
const maxNights = 100;

/** Days from today to the end of the API's maps, which have 1096 nights from yesterday. */
const maxDaysAhead = 1094;

/** `calendar`: the API's availability, rate and change-over maps night by night, with the bookings. */
export const calendarTool: Tool = {
  name: "calendar",
  title: "Calendar",
  description:
    "The calendar night by night: state (free, booked, tentative, unavailable), rate before rules, minimum stay, whether guests may arrive or leave, the booking's reference and guest. Use it for 'is X free on' and 'gaps in July'. To search by dates and guests, use find_stays.",
  properties: {
    rental_ids: { type: "array", items: { type: "integer" }, description: "Defaults to all." },
    from: { type: "string", format: "date", description: "The first night. Defaults to today." },
    to: { type: "string", format: "date", description: "The last night. Defaults to a month." },
    ...cursorProperty,
  },
  required: [],
  answer: answerOf({ from: "text", to: "text", rentals: "list", meta: "object" }),
  isQuestion: true,
  async run(call) {
    const { args } = call;
    const context = readContextOf(call);
    const range = periodIn(args, await todayIn(context));
    const cursor = cursorIn(args, 2);
    const { rentals, next } = await inSnapshot(context, (snapshot) => readCalendar(snapshot, range, cursor));
    const meta = {
      arrival_and_departure: "allowed unless false",
      price:
        "the nightly rate before rules, fees and taxes; null for past nights and nights without a rate. Use quote_stay for the price of a stay",
      ...(next ? { cursor: cursorOf(args, next) } : {}),
    };
    const period = { from: formatDay(range.from), to: formatDay(range.to) };
    const nights = rentals.reduce((sum, { nights }) => sum + nights.length, 0);
    return { json: JSON.stringify({ ...period, rentals, meta }), rows: nights };
  },
};

interface CalendarPeriod {
  readonly from: number;
  readonly to: number;
  readonly rentals: readonly number[] | undefined;
}

function periodIn(args: Arguments, today: number): CalendarPeriod {
  const from = dayIn(args, "from") ?? today;
  const to = dayIn(args, "to") ?? addMonths(from, 1) - 1;
  if (to < from) throw invalidParams("Invalid params: to must not be before from.");
  const last = today + maxDaysAhead;
  if (from >= 0 && to <= last) return { from, to, rentals: rentalsIn(args) };
  throw invalidParams(
    `Invalid params: from and to must be between 1970-01-01 and ${formatDay(last)}, where the calendar ends.`,
  );
}

interface RentalCalendar extends Shown {
  readonly nights: readonly Shown[];
}

/** Reads as many nights as fit, rental by rental by ascending id. @returns them and the position of the next page */
async function readCalendar(
  scope: ReadScope,
  { from, to, rentals }: CalendarPeriod,
  cursor: readonly number[] | undefined,
): Promise<{ rentals: readonly RentalCalendar[]; next: readonly number[] | undefined }> {
  if (rentals) await needRentals(scope, rentals);
  const [firstRental = 1, startNight = from] = cursor ?? [];
  // A cursor is untrusted input.
  const firstNight = Math.min(Math.max(startNight, from), to);
  const limit = Math.ceil(maxNights / (to - from + 1)) + 1;
  const found = await rentalsFrom(scope, { firstRental, rentals, limit });
  const slices: { readonly rental: Shown; readonly first: number; readonly last: number }[] = [];
  let room = maxNights;
  let next: readonly number[] | undefined;
  for (const [index, rental] of found.entries()) {
    const first = index === 0 ? firstNight : from;
    if (room === 0) next ??= [Number(rental.id), first];
    if (next) break;
    const last = Math.min(to, first + room - 1);
    slices.push({ rental, first, last });
    room -= last - first + 1;
    if (last < to) next = [Number(rental.id), last + 1];
  }
  const ids = slices.map(({ rental }) => Number(rental.id));
  const window = {
    first: Math.min(...slices.map(({ first }) => first)),
    last: Math.max(...slices.map(({ last }) => last)),
  };
  const rows = ids.length > 0 ? await readCalendarRows(scope, ids, window) : undefined;
  const calendars = slices.map(({ rental, first, last }) => ({
    ...rental,
    nights: rows ? rows(Number(rental.id), first, last) : [],
  }));
  return fittingCalendars(calendars, next);
}

/** Cuts the calendars to the length of a short answer. @returns them and the position of the next page */
function fittingCalendars(
  calendars: readonly RentalCalendar[],
  next: readonly number[] | undefined,
): { rentals: readonly RentalCalendar[]; next: readonly number[] | undefined } {
  const all = calendars.flatMap((calendar, index) => calendar.nights.map((night) => ({ index, night })));
  const shown = all.slice(0, fitting(all.map(({ night }) => night)));
  const first = all[shown.length];
  if (!first) return { rentals: calendars, next };
  const nightsOf = (index: number) => shown.filter((one) => one.index === index).map(({ night }) => night);
  const rentals = calendars.map((calendar, index) => ({ ...calendar, nights: nightsOf(index) }));
  return {
    rentals: rentals.filter(({ nights }) => nights.length > 0),
    next: [Number(calendars[first.index]?.id), parseDay(String(first.night.night)) ?? 0],
  };
}

/** Reads the next rentals, starting at an id, with the fields of the result. */
async function rentalsFrom(
  scope: ReadScope,
  range: { readonly firstRental: number; readonly rentals: readonly number[] | undefined; readonly limit: number },
): Promise<Shown[]> {
  const values = new Map<string, unknown>([
    [parameterOf(0), range.firstRental],
    ["limit", range.limit],
    ["offset", 0],
    ...(range.rentals ? [["ids", `{${range.rentals.join()}}`] as const] : []),
  ]);
  const { records } = await readPage(scope, rental, {
    fields: new Set(["id", "name", "currency"]),
    includes: {},
    searchNames: range.rentals ? ["ids"] : [],
    filters: [{ key: "id", test: "gteq" }],
    values,
  });
  return records.map(objectIn);
}
