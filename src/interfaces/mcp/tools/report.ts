import { formatDay, parseDay } from "../../../core/day.ts";
import { formatHundredths } from "../../../core/hundredths.ts";
import { inSnapshot } from "../../../kernel/read/visible/read-scope.ts";
import {
  type Figures,
  occupancyOf,
  type Report,
  type ReportRow,
  readReport,
} from "../../../modules/money/reports/report.ts";
import { type Division, divisions, revenueDates, revenues } from "../../../modules/money/reports/report-query.ts";
import { accountsToday } from "../../../modules/platform/accounts/accounts-today.ts";
import { invalidParams } from "../rpc/rpc-error.ts";
import type { Arguments } from "./arguments.ts";
import { cursorIn, cursorOf, cursorProperty } from "./cursor.ts";
import { fitting } from "./fit.ts";
import { answerOf } from "./output-schema.ts";
import { choiceIn, dayIn, needDay, rentalsIn } from "./plain-arguments.ts";
import { needRentals, readContextOf, type Shown } from "./records/records.ts";
import { definitions, revenueOf } from "./report-definitions.ts";
import { pickUpRows, type ReportRows, subjects, touristTaxRows } from "./report-rows.ts";
import type { Tool } from "./tool.ts";

/** Rows of one result. */
const maxRows = 40;
/** Characters of the rows, beside the definitions and the total. */
const maxRowsLength = 6000;

/** Ten years. */
const maxPeriodNights = 3660;
const [earliest, latest] = [parseDay("1970-01-01") ?? 0, parseDay("2199-12-31") ?? 0];

/** `report`: the figures of src/modules/money/reports. */
export const reportTool: Tool = {
  name: "report",
  title: "Report",
  description:
    "Occupancy, nights, revenue, average daily rate and money due for a period, by rental, channel or month, with the total. meta.definitions explains each figure.",
  properties: {
    from: { type: "string", format: "date", description: "The first night." },
    to: { type: "string", format: "date", description: "The last night." },
    about: {
      type: "string",
      enum: subjects,
      default: "figures",
      description: "pick_up: bookings by week made and month of stay. tourist_tax: by municipality and month.",
    },
    by: {
      type: "string",
      enum: divisions,
      default: "rental",
    },
    revenue: {
      type: "string",
      enum: revenues,
      default: "rental",
      description: "rental: without fees and taxes. total: with them.",
    },
    revenue_on: {
      type: "string",
      enum: revenueDates,
      default: "night",
      description: "Spread over the nights, or all on the day of arrival, departure or booking.",
    },
    made_until: {
      type: "string",
      format: "date",
      description: "Counts only stays booked by this day.",
    },
    booked_from: {
      type: "string",
      format: "date",
      description: "For pick_up. Defaults to the last quarter.",
    },
    booked_to: { type: "string", format: "date" },
    rental_ids: { type: "array", items: { type: "integer" } },
    ...cursorProperty,
  },
  required: ["from", "to"],
  answer: answerOf({ period: "object", rows: "list", meta: "object" }),
  isQuestion: true,
  async run(call) {
    const { args } = call;
    const context = readContextOf(call);
    const request = {
      ...periodIn(args),
      by: choiceIn(args, "by", divisions) ?? "rental",
      rentals: rentalsIn(args),
      revenue: choiceIn(args, "revenue", revenues) ?? "rental",
      revenueOn: choiceIn(args, "revenue_on", revenueDates) ?? "night",
      madeUntil: dayIn(args, "made_until"),
    };
    const [index = 0] = cursorIn(args, 1) ?? [];
    const about = choiceIn(args, "about", subjects) ?? "figures";
    const read = await inSnapshot(context, async (snapshot): Promise<Read> => {
      // A deleted rental is part of the report of all rentals, but cannot be named.
      if (request.rentals) await needRentals(snapshot, request.rentals);
      const { database, caller } = snapshot;
      if (about === "tourist_tax") return touristTaxRows(database, caller.accounts, request);
      if (about === "pick_up") {
        const booked = { first: dayIn(args, "booked_from"), last: dayIn(args, "booked_to") };
        return pickUpRows(database, caller.accounts, request, {
          ...booked,
          today: await accountsToday(database, caller.accounts, context.now),
        });
      }
      return figuresRead(await readReport(database, caller.accounts, request), request.by);
    });
    const page = read.rows.slice(index, index + maxRows);
    const shown = page.slice(0, fitting(page, maxRowsLength));
    const next = index + shown.length;
    const isTax = about === "tourist_tax";
    const period = { from: formatDay(request.from), to: formatDay(request.after - 1), ...read.period };
    const answer = {
      period: { ...period, nights: request.after - request.from },
      ...(about === "figures" ? { by: request.by } : { about }),
      ...(isTax ? {} : { revenue: request.revenue }),
      rows: shown,
      ...(read.total && { total: read.total }),
      meta: {
        total_count: read.rows.length,
        definitions: {
          ...read.definitions,
          ...(isTax ? {} : { revenue: revenueOf(request.revenue, request.revenueOn) }),
        },
        ...(next < read.rows.length ? { cursor: cursorOf(args, [next]) } : {}),
      },
    };
    return { json: JSON.stringify(answer), rows: shown.length };
  },
};

/** The rows of a report, with a total where there is one. */
interface Read extends ReportRows {
  readonly total?: Shown;
}

const figuresRead = ({ rows, total }: Report, by: Division): Read => ({
  period: {},
  rows: rows.map((row) => ({ ...namesOf(row, by), ...figuresOf(row) })),
  total: figuresOf(total),
  definitions,
});

function periodIn(args: Arguments): { readonly from: number; readonly after: number } {
  const [from, to] = [needDay(args, "from"), needDay(args, "to")];
  if (to < from) throw invalidParams("Invalid params: to must not be before from.");
  if (to - from >= maxPeriodNights)
    throw invalidParams(`Invalid params: from and to must span at most ${maxPeriodNights} nights.`);
  if (from >= earliest && to <= latest) return { from, after: to + 1 };
  throw invalidParams(`Invalid params: from and to must be between ${formatDay(earliest)} and ${formatDay(latest)}.`);
}

function namesOf({ id, name }: ReportRow, by: Division): Shown {
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
    money: money.map(({ currency, revenue, averageDailyRate, perOpenNight, moneyDue }) => ({
      currency,
      revenue: formatHundredths(revenue),
      average_daily_rate: averageDailyRate === null ? null : formatHundredths(averageDailyRate),
      revenue_per_available_night: perOpenNight === null ? null : formatHundredths(perOpenNight),
      money_due: formatHundredths(moneyDue),
    })),
  };
}
