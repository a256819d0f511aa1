import { addMonths, dayOfInstant, formatDay } from "../../../../core/day.ts";
import { parameterOf } from "../../../../kernel/read/filter/filter.ts";
import { readPage } from "../../../../kernel/read/read.ts";
import { inSnapshot, type ReadScope } from "../../../../kernel/read/visible/read-scope.ts";
import { objectIn } from "../../../../kernel/values/built-json.ts";
import { rental } from "../../../../modules/property/rentals/rental.ts";
import { invalidParams } from "../../rpc/rpc-error.ts";
import type { Arguments } from "../arguments.ts";
import { cursorIn, cursorOf, cursorProperty } from "../cursor.ts";
import { dayIn, rentalsIn } from "../plain-arguments.ts";
import { needRentals, readContextOf, type Shown } from "../records/records.ts";
import type { Tool } from "../tool.ts";
import { readCalendarRows } from "./calendar-rows.ts";

/** The most nights of one answer, of all its rentals together: about four thousand tokens. */
const maxNights = 100;

/** Where the maps of the API end, counted from today: 1096 nights from yesterday on. */
const farthest = 1094;

/** `calendar`: availability, nightly rate and change-over maps of the API, night by night, with the bookings that hold them. */
export const calendarTool: Tool = {
  name: "calendar",
  title: "Calendar",
  description:
    "Night by night for one, some or all rentals: free, booked, tentative or unavailable, the rate before rules, the minimum stay for an arrival, whether guests may arrive and leave that day, and the booking's reference with the guest's name. Use it for 'is X free on', 'gaps in July', 'who is in'; find_stays for dates and guests.",
  properties: () => ({
    rental_ids: { type: "array", items: { type: "integer" }, description: "These rentals; all when left out." },
    from: { type: "string", format: "date", description: "The first night; today unless told." },
    to: { type: "string", format: "date", description: "The last night; a month from the first unless told." },
    ...cursorProperty,
  }),
  required: [],
  isQuestion: true,
  async run(call) {
    const { args } = call;
    const context = readContextOf(call);
    const range = periodIn(args, dayOfInstant(context.now));
    const cursor = cursorIn(args, 2);
    const { rentals, next } = await inSnapshot(context, (snapshot) => readCalendar(snapshot, range, cursor));
    const meta = {
      price:
        "the rate of the night before rules, fees and taxes, null where there is none or it is past: quote_stay tells what a stay costs",
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
  if (to < from) throw invalidParams("Invalid params: to must not lie before from.");
  const last = today + farthest;
  if (from >= 0 && to <= last) return { from, to, rentals: rentalsIn(args) };
  throw invalidParams(
    `Invalid params: from and to must lie from 1970-01-01 to ${formatDay(last)}, where the calendar ends.`,
  );
}

interface RentalCalendar extends Shown {
  readonly nights: readonly Shown[];
}

/** As many nights as an answer has room for, rental by rental in ascending order of id, and where the next one goes on. */
async function readCalendar(
  scope: ReadScope,
  { from, to, rentals }: CalendarPeriod,
  cursor: readonly number[] | undefined,
): Promise<{ rentals: readonly RentalCalendar[]; next: readonly number[] | undefined }> {
  if (rentals) await needRentals(scope, rentals);
  const [firstRental = 1, startNight = from] = cursor ?? [];
  // What a cursor says is no more certain than any other argument.
  const firstNight = Math.min(Math.max(startNight, from), to);
  const most = Math.ceil(maxNights / (to - from + 1)) + 1;
  const found = await rentalsFrom(scope, { firstRental, rentals, most });
  const parted: { readonly rental: Shown; readonly first: number; readonly last: number }[] = [];
  let room = maxNights;
  let next: readonly number[] | undefined;
  for (const [index, rental] of found.entries()) {
    const first = index === 0 ? firstNight : from;
    if (room === 0) next ??= [Number(rental.id), first];
    if (next) break;
    const last = Math.min(to, first + room - 1);
    parted.push({ rental, first, last });
    room -= last - first + 1;
    if (last < to) next = [Number(rental.id), last + 1];
  }
  const ids = parted.map(({ rental }) => Number(rental.id));
  const window = {
    first: Math.min(...parted.map(({ first }) => first)),
    last: Math.max(...parted.map(({ last }) => last)),
  };
  const rows = ids.length > 0 ? await readCalendarRows(scope, ids, window) : undefined;
  return {
    rentals: parted.map(({ rental, first, last }) => ({
      ...rental,
      nights: rows ? rows(Number(rental.id), first, last) : [],
    })),
    next,
  };
}

/** Some rentals from an id on, with what an answer says of each. */
async function rentalsFrom(
  scope: ReadScope,
  range: { readonly firstRental: number; readonly rentals: readonly number[] | undefined; readonly most: number },
): Promise<Shown[]> {
  const values = new Map<string, unknown>([
    [parameterOf(0), range.firstRental],
    ["limit", range.most],
    ["offset", 0],
    ...(range.rentals ? [["ids", `{${range.rentals.join()}}`] as const] : []),
  ]);
  const { records } = await readPage(scope, rental, {
    fields: new Set(["id", "name", "currency"]),
    includes: {},
    given: range.rentals ? ["ids"] : [],
    filters: [{ key: "id", test: "gteq" }],
    values,
  });
  return records.map(objectIn);
}
