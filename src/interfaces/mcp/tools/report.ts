import { formatDay, parseDay } from "../../../core/day.ts";
import { formatHundredths } from "../../../core/hundredths.ts";
import { inSnapshot } from "../../../kernel/read/visible/read-scope.ts";
import { divisions, revenueDates } from "../../../modules/money/reports/asked-report.ts";
import { type Figures, occupancyOf, type ReportRow, readReport } from "../../../modules/money/reports/report.ts";
import { invalidParams } from "../rpc/rpc-error.ts";
import type { Arguments } from "./arguments.ts";
import { cursorIn, cursorOf, cursorProperty } from "./cursor.ts";
import { choiceIn, dayIn, needDay, rentalsIn } from "./plain-arguments.ts";
import { needRentals, readContextOf, type Shown } from "./records/records.ts";
import type { Tool } from "./tool.ts";

/** Rows of one answer. */
const maxRows = 40;

/** Ten years: what a report of months can be read for. */
const maxPeriodNights = 3660;
const [earliest, latest] = [parseDay("1970-01-01") ?? 0, parseDay("2199-12-31") ?? 0];

/** What the figures mean, answered with them: a number without its definition is read as another one. */
const definitions = {
  stays: "booked stays that arrive in the period; tentative, unavailable and canceled ones are not counted",
  nights: "booked nights in the period, whenever the stay arrives",
  nights_open:
    "nights of all rentals in the period, less those blocked as unavailable; preparation days around stays are no blocks",
  occupancy: "nights / nights_open, per cent",
  revenue:
    "final price (rental, fees, taxes) spread evenly over the nights of each stay, those in the period; in each currency by itself",
  average_daily_rate: "revenue / nights that have a price",
  money_due: "final price less what was paid, of the stays that arrive in the period; in each currency by itself",
};

/** What revenue means where the nights do not share it. */
const revenueOf = (on: (typeof revenueDates)[number]) =>
  on === "night" ? {} : { revenue: `the whole final price on the day of ${on}; in each currency by itself` };

/** `report`: figures of src/modules/money/reports. */
export const reportTool: Tool = {
  name: "report",
  title: "Report",
  description:
    "Occupancy, nights, revenue, average daily rate and money due of a period, by rental, channel or month, with the total. Use it for 'how full', 'what did we earn', 'which channel brings most', 'are we ahead of last year'; its meta says what each figure means.",
  properties: () => ({
    from: { type: "string", format: "date", description: "The first night." },
    to: { type: "string", format: "date", description: "The last night." },
    by: {
      type: "string",
      enum: divisions,
      default: "rental",
      description: "What to split the figures by; a channel is the source of bookings.",
    },
    revenue_on: {
      type: "string",
      enum: revenueDates,
      default: "night",
      description: "Which day of a stay its revenue belongs to: each night evenly, or arrival, departure or booking.",
    },
    made_until: {
      type: "string",
      format: "date",
      description: "Counts what was booked at the end of this day: for pace, last year's figures as of a year ago.",
    },
    rental_ids: { type: "array", items: { type: "integer" }, description: "Only these rentals." },
    ...cursorProperty,
  }),
  required: ["from", "to"],
  isQuestion: true,
  async run(call) {
    const { args } = call;
    const context = readContextOf(call);
    const request = {
      ...periodIn(args),
      by: choiceIn(args, "by", divisions) ?? "rental",
      rentals: rentalsIn(args),
      revenueOn: choiceIn(args, "revenue_on", revenueDates) ?? "night",
      madeUntil: dayIn(args, "made_until"),
    };
    const [index = 0] = cursorIn(args, 1) ?? [];
    const { rows, total } = await inSnapshot(context, async (snapshot) => {
      // A rental that was deleted since has had its nights: it is in the report of all rentals, and cannot be named.
      if (request.rentals) await needRentals(snapshot, request.rentals);
      return readReport(snapshot.database, snapshot.caller.accounts, request);
    });
    const shown = rows.slice(index, index + maxRows);
    const next = index + maxRows;
    const answer = {
      period: { from: formatDay(request.from), to: formatDay(request.after - 1), nights: request.after - request.from },
      by: request.by,
      rows: shown.map((row) => ({ ...namesOf(row, request.by), ...figuresOf(row) })),
      total: figuresOf(total),
      meta: {
        total_count: rows.length,
        definitions: { ...definitions, ...revenueOf(request.revenueOn) },
        ...(next < rows.length ? { cursor: cursorOf(args, [next]) } : {}),
      },
    };
    return { json: JSON.stringify(answer), rows: shown.length };
  },
};

function periodIn(args: Arguments): { readonly from: number; readonly after: number } {
  const [from, to] = [needDay(args, "from"), needDay(args, "to")];
  if (to < from) throw invalidParams("Invalid params: to must not lie before from.");
  if (to - from >= maxPeriodNights)
    throw invalidParams(`Invalid params: from and to are at most ${maxPeriodNights} nights.`);
  if (from >= earliest && to <= latest) return { from, after: to + 1 };
  throw invalidParams(`Invalid params: from and to must lie from ${formatDay(earliest)} to ${formatDay(latest)}.`);
}

function namesOf({ id, name }: ReportRow, by: (typeof divisions)[number]): Shown {
  return by === "month" ? { month: name } : { [by]: by === "channel" && id === null ? null : { id, name } };
}

function figuresOf(figures: Figures): Shown {
  const { stays, nights, nightsOpen, nightsWithoutPrice, money } = figures;
  return {
    stays,
    nights,
    nights_open: nightsOpen,
    occupancy: occupancyOf(figures),
    ...(nightsWithoutPrice > 0 ? { nights_without_price: nightsWithoutPrice } : {}),
    money: money.map(({ currency, revenue, averageDailyRate, moneyDue }) => ({
      currency,
      revenue: formatHundredths(revenue),
      average_daily_rate: averageDailyRate === null ? null : formatHundredths(averageDailyRate),
      money_due: formatHundredths(moneyDue),
    })),
  };
}
