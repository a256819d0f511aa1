import { formatDay, parseDay } from "../../../core/day.ts";
import { formatHundredths } from "../../../core/hundredths.ts";
import { inSnapshot } from "../../../kernel/read/visible/read-scope.ts";
import { type Figures, occupancyOf, type ReportRow, readReport } from "../../../modules/money/reports/report.ts";
import { divisions, revenueDates } from "../../../modules/money/reports/report-query.ts";
import { invalidParams } from "../rpc/rpc-error.ts";
import type { Arguments } from "./arguments.ts";
import { cursorIn, cursorOf, cursorProperty } from "./cursor.ts";
import { choiceIn, dayIn, needDay, rentalsIn } from "./plain-arguments.ts";
import { needRentals, readContextOf, type Shown } from "./records/records.ts";
import type { Tool } from "./tool.ts";

/** Rows of one result. */
const maxRows = 40;

/** Ten years. */
const maxPeriodNights = 3660;
const [earliest, latest] = [parseDay("1970-01-01") ?? 0, parseDay("2199-12-31") ?? 0];

/** Definitions of the figures, returned with them so that agents do not misread a number. */
const definitions = {
  stays: "booked stays that arrive in the period, without tentative, unavailable and canceled ones",
  nights: "booked nights in the period, whenever the stay arrives",
  nights_open:
    "nights of all rentals in the period, minus nights blocked as unavailable; preparation days do not block",
  occupancy: "nights / nights_open, in percent",
  revenue:
    "final price (rental, fees, taxes), spread evenly over each stay's nights; only nights in the period; per currency",
  average_daily_rate: "revenue / nights that have a price",
  money_due: "final price minus payments, for stays that arrive in the period; per currency",
};

/** The definition of revenue when it is not spread over the nights. */
const revenueOf = (on: (typeof revenueDates)[number]) =>
  on === "night" ? {} : { revenue: `the whole final price on the day of ${on}; per currency` };

/** `report`: the figures of src/modules/money/reports. */
export const reportTool: Tool = {
  name: "report",
  title: "Report",
  description:
    "Occupancy, nights, revenue, average daily rate and money due for a period, by rental, channel or month, with the total. Use it for 'how full are we', 'what did we earn', 'which channel earns the most', 'are we ahead of last year'. meta.definitions explains each figure.",
  properties: () => ({
    from: { type: "string", format: "date", description: "The first night." },
    to: { type: "string", format: "date", description: "The last night." },
    by: {
      type: "string",
      enum: divisions,
      default: "rental",
      description: "How to group the figures. A channel is a source of bookings.",
    },
    revenue_on: {
      type: "string",
      enum: revenueDates,
      default: "night",
      description:
        "The day that a stay's revenue counts on: spread over its nights, or the day of arrival, departure or booking.",
    },
    made_until: {
      type: "string",
      format: "date",
      description: "Counts only what was booked by the end of this day, to compare pace with last year.",
    },
    rental_ids: { type: "array", items: { type: "integer" }, description: "The rentals to include. Defaults to all." },
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
      // A deleted rental is part of the report of all rentals, but cannot be named.
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
  if (to < from) throw invalidParams("Invalid params: to must not be before from.");
  if (to - from >= maxPeriodNights)
    throw invalidParams(`Invalid params: from and to must span at most ${maxPeriodNights} nights.`);
  if (from >= earliest && to <= latest) return { from, after: to + 1 };
  throw invalidParams(`Invalid params: from and to must be between ${formatDay(earliest)} and ${formatDay(latest)}.`);
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
